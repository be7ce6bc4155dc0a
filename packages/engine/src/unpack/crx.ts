import { createHash, createPublicKey, createVerify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { extensionLetters } from './extension-letters.ts';
import type { UnpackLimits } from './limits.ts';
import { PackageError } from './package.ts';
import type { Signature, SignatureProof } from './package.ts';
import { readFields } from './protobuf.ts';

export interface Crx {
  readonly format: 'crx3' | 'crx2';
  /** The archive after the header; a view, not a copy. */
  readonly zip: Uint8Array;
  readonly signature: Signature;
}

export const crxMagic = 'Cr24';

/**
 * Reads a CRX header and verifies every proof in it. A proof that does not match makes the signature `invalid`;
 * a header that cannot be read, or that claims an id none of its keys has, is an error.
 * Format: https://chromium.googlesource.com/chromium/src/+/main/components/crx_file/crx3.proto
 * @throws PackageError `malformed-package` or, for the latter, `invalid-signature`
 */
export function readCrx(bytes: Uint8Array, limits: UnpackLimits): Crx {
  if (bytes.length < 16) throw malformed('it ends inside its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(4, true);
  if (version === 3) return readCrx3(bytes, view, limits);
  if (version === 2) return readCrx2(bytes, view, limits);
  throw malformed(`its format version is ${version}, where 2 and 3 exist`);
}

/** SHA-256 of the key with which the Chrome Web Store signs everything it hands out (Chromium's crx_verifier.cc). */
const chromeWebStoreKeySha256 = '61f7f2a6bfcf74cd0bc1fe2497cc9b04254c658f79f2145392867ea8366367cf';

const crx3Fields = { rsaProof: 2, ecdsaProof: 3, signedHeaderData: 10_000 };
const proofFields = { publicKey: 1, signature: 2 };
const signedHeaderFields = { crxId: 1 };
const crxIdBytes = 16;

function readCrx3(bytes: Uint8Array, view: DataView, limits: UnpackLimits): Crx {
  const headerBytes = view.getUint32(8, true);
  const zip = afterHeader(bytes, 12, headerBytes, limits);
  const header = readFields(bytes.subarray(12, 12 + headerBytes));
  const rsaProofs = header.get(crx3Fields.rsaProof) ?? [];
  const ecdsaProofs = header.get(crx3Fields.ecdsaProof) ?? [];
  const signedHeader = header.get(crx3Fields.signedHeaderData)?.at(-1) ?? new Uint8Array();
  const crxId = readFields(signedHeader).get(signedHeaderFields.crxId)?.at(-1);
  if (crxId?.length !== crxIdBytes) throw malformed('its header names no extension id');
  const proofCount = rsaProofs.length + ecdsaProofs.length;
  if (proofCount === 0) throw malformed('its header holds no proof');
  if (proofCount > limits.crxProofsMax)
    throw malformed(
      `its header holds ${proofCount} proofs, at most ${limits.crxProofsMax} are read`,
    );

  const signed = [crx3Prefix(signedHeader.length), signedHeader, zip];
  const proofs = [
    ...rsaProofs.map((proof) => verifyProof('rsa-sha256', proof, signed)),
    ...ecdsaProofs.map((proof) => verifyProof('ecdsa-sha256', proof, signed)),
  ];
  const idHex = Buffer.from(crxId).toString('hex');
  if (!proofs.some((proof) => proof.keySha256.startsWith(idHex)))
    throw new PackageError(
      'invalid-signature',
      `The CRX file is forged: it claims the id ${extensionLetters(idHex)}, but none of its proofs has the key of that id.`,
    );
  return { format: 'crx3', zip, signature: judge(proofs, idHex) };
}

/** What every proof of a CRX3 signs before the signed header and the archive. */
function crx3Prefix(signedHeaderBytes: number): Uint8Array {
  const prefix = Buffer.from('CRX3 SignedData\0....', 'latin1');
  prefix.writeUInt32LE(signedHeaderBytes, prefix.length - 4);
  return prefix;
}

function readCrx2(bytes: Uint8Array, view: DataView, limits: UnpackLimits): Crx {
  const keyBytes = view.getUint32(8, true);
  const signatureBytes = view.getUint32(12, true);
  const zip = afterHeader(bytes, 16, keyBytes + signatureBytes, limits);
  const publicKey = bytes.subarray(16, 16 + keyBytes);
  const signature = bytes.subarray(16 + keyBytes, 16 + keyBytes + signatureBytes);
  const proof = verify('rsa-sha1', publicKey, signature, [zip]);
  return {
    format: 'crx2',
    zip,
    signature: judge([proof], proof.keySha256.slice(0, crxIdBytes * 2)),
  };
}

function afterHeader(
  bytes: Uint8Array,
  start: number,
  headerBytes: number,
  limits: UnpackLimits,
): Uint8Array {
  if (headerBytes > limits.crxHeaderBytesMax)
    throw malformed(
      `its header claims ${headerBytes} bytes, at most ${limits.crxHeaderBytesMax} are read`,
    );
  if (start + headerBytes >= bytes.length) throw malformed('it ends inside its header');
  return bytes.subarray(start + headerBytes);
}

function verifyProof(
  algorithm: SignatureProof['algorithm'],
  proof: Uint8Array,
  signed: readonly Uint8Array[],
): SignatureProof {
  const fields = readFields(proof);
  const publicKey = fields.get(proofFields.publicKey)?.at(-1) ?? new Uint8Array();
  const signature = fields.get(proofFields.signature)?.at(-1) ?? new Uint8Array();
  return verify(algorithm, publicKey, signature, signed);
}

const algorithms = {
  'rsa-sha256': { digest: 'sha256', keyType: 'rsa' },
  'ecdsa-sha256': { digest: 'sha256', keyType: 'ec' },
  'rsa-sha1': { digest: 'sha1', keyType: 'rsa' },
} as const;

function verify(
  algorithm: SignatureProof['algorithm'],
  publicKey: Uint8Array,
  signature: Uint8Array,
  signed: readonly Uint8Array[],
): SignatureProof {
  const keySha256 = createHash('sha256').update(publicKey).digest('hex');
  const { digest, keyType } = algorithms[algorithm];
  const key = readPublicKey(publicKey);
  if (key?.asymmetricKeyType !== keyType) return { algorithm, keySha256, valid: false };
  const verifier = createVerify(digest);
  for (const part of signed) verifier.update(part);
  return { algorithm, keySha256, valid: verifier.verify(key, signature) };
}

function readPublicKey(der: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function judge(proofs: readonly SignatureProof[], idHex: string): Signature {
  const extensionId = extensionLetters(idHex);
  const broken = proofs.filter((proof) => !proof.valid).length;
  if (broken > 0) {
    const problem = `The signature does not match the package: ${broken} of ${proofs.length} proofs are wrong, so it was changed after it was signed.`;
    return { status: 'invalid', extensionId, proofs, problem };
  }
  const isStoreSigned = proofs.some((proof) => proof.keySha256 === chromeWebStoreKeySha256);
  return {
    status: 'valid',
    signer: isStoreSigned ? 'chrome-web-store' : 'self',
    extensionId,
    proofs,
  };
}

function malformed(why: string): PackageError {
  return new PackageError('malformed-package', `The CRX file cannot be read: ${why}.`);
}
