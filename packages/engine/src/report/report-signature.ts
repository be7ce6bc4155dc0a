import type { Signature, SignatureProof } from '../unpack/package.ts';

/** What proves the package, with the camelCase names of 0.1 for one version more. */
export interface ReportSignature extends Signature {
  readonly extension_id?: string;
  readonly gecko_id?: string;
  readonly proofs: readonly (SignatureProof & { readonly key_sha256: string })[];
}

/** Also of a stored report, which may hold the old names only. */
export function reportSignature(signature: Signature): ReportSignature {
  const { geckoId, ...rest } = signature;
  const { extensionId, proofs } = rest;
  return {
    ...rest,
    ...(geckoId !== undefined && { gecko_id: geckoId }),
    ...(extensionId !== undefined && { extension_id: extensionId }),
    proofs: proofs.map((proof) => ({ ...proof, key_sha256: proof.keySha256 })),
  };
}
