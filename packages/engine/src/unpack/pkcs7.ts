import { createHash, createVerify, X509Certificate, type KeyObject } from 'node:crypto';
import { childrenOf, derTags, readDer, type DerNode } from './der.ts';

/** Who signed a text, by a PKCS #7 signature that stands beside it. https://www.rfc-editor.org/rfc/rfc2315#section-9 */
export interface DetachedSignature {
  readonly certificates: readonly X509Certificate[];
  /** The one whose key signed. */
  readonly signer: X509Certificate;
  /** The signer's name as its issuer wrote it. */
  readonly commonName: string;
  readonly digest: 'sha256' | 'sha1';
  /** Whether the signature is the signer's, and over this text. */
  matches(text: Uint8Array): boolean;
}

/** Throws where the bytes are no such signature. */
export function readDetachedSignature(bytes: Uint8Array): DetachedSignature {
  const [type, wrapped] = childrenOf(readDer(bytes)[0], derTags.sequence);
  if (!isOid(type, signedDataOid)) throw new RangeError('no signed data');
  const signedData = childrenOf(childrenOf(wrapped, tagOf(0))[0], derTags.sequence);
  const certificateNodes = childrenOf(
    signedData.find(({ tag }) => tag === tagOf(0)),
    tagOf(0),
  );
  const signers = childrenOf(signedData.at(-1), derTags.set);
  if (certificateNodes.length > certificatesMax || signers.length !== 1)
    throw new RangeError('not one signer, or too many certificates');
  const info = childrenOf(signers[0], derTags.sequence);
  const certificate = certificateNodes.find((node) => isNamedBy(node, info[1]));
  const digest = digestOf(info[2]);
  const attributes = info.find(({ tag }) => tag === tagOf(0));
  const signature = info.find(({ tag }) => tag === derTags.octets)?.contents;
  if (!certificate || !digest || !signature) throw new RangeError('no signer that is known here');
  const signer = new X509Certificate(Buffer.from(certificate.whole));
  return {
    certificates: certificateNodes.map(({ whole }) => new X509Certificate(Buffer.from(whole))),
    signer,
    commonName: commonNameOf(certificate),
    digest,
    matches(text) {
      if (!attributes) return verifies(digest, signer.publicKey, text, signature);
      const told = attributeOf(attributes, messageDigestOid);
      const isThisText = told?.equals(createHash(digest).update(text).digest()) === true;
      // Signed as the set that it is, and not as the field that holds it.
      const signed = Buffer.from(attributes.whole);
      signed[0] = derTags.set;
      return isThisText && verifies(digest, signer.publicKey, signed, signature);
    },
  };
}

/** Whether the root's key has certified the signer, over at most `depthMax` issuers of the same bundle. */
export function isCertifiedBy(
  root: KeyObject,
  { signer, certificates }: Pick<DetachedSignature, 'signer' | 'certificates'>,
): boolean {
  let current: X509Certificate | undefined = signer;
  for (let depth = 0; current && depth < depthMax; depth += 1) {
    if (isIssued(current, root)) return true;
    const child: X509Certificate = current;
    current = certificates.find(
      (issuer) => issuer.ca && child.checkIssued(issuer) && isIssued(child, issuer.publicKey),
    );
  }
  return false;
}

/** Real signatures hold two. */
const certificatesMax = 8;
const depthMax = 4;

const signedDataOid = '2a864886f70d010702';
const messageDigestOid = '2a864886f70d010904';
const commonNameOid = '550403';
const digests: Readonly<Record<string, 'sha256' | 'sha1'>> = {
  '608648016503040201': 'sha256',
  '2b0e03021a': 'sha1',
};

function tagOf(field: number): number {
  return 0xa0 + field;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function isOid(node: DerNode | undefined, oid: string): boolean {
  return node?.tag === derTags.oid && hexOf(node.contents) === oid;
}

/** Serial number, issuer and subject among the first fields of a certificate; only the oldest name no version. */
function fieldsOf(certificate: DerNode): readonly DerNode[] {
  const [body] = childrenOf(certificate, derTags.sequence);
  const fields = childrenOf(body, derTags.sequence);
  return fields[0]?.tag === tagOf(0) ? fields.slice(1) : fields;
}

function isNamedBy(certificate: DerNode, issuerAndSerial: DerNode | undefined): boolean {
  const [issuer, serial] = childrenOf(issuerAndSerial, derTags.sequence);
  const fields = fieldsOf(certificate);
  const isSame = (left: DerNode | undefined, right: DerNode | undefined): boolean =>
    left !== undefined && right !== undefined && hexOf(left.whole) === hexOf(right.whole);
  return isSame(fields[0], serial) && isSame(fields[2], issuer);
}

/** Empty where it has not exactly one. */
function commonNameOf(certificate: DerNode): string {
  const names = childrenOf(fieldsOf(certificate)[4], derTags.sequence)
    .flatMap((part) => childrenOf(part, derTags.set))
    .map((pair) => childrenOf(pair, derTags.sequence))
    .filter(([type]) => isOid(type, commonNameOid))
    .map(([, value]) => Buffer.from(value?.contents ?? []).toString('utf8'));
  return names.length === 1 ? (names[0] ?? '') : '';
}

function digestOf(algorithm: DerNode | undefined): 'sha256' | 'sha1' | undefined {
  const [oid] = childrenOf(algorithm, derTags.sequence);
  return oid && digests[hexOf(oid.contents)];
}

/** The value of the one attribute of this type. */
function attributeOf(attributes: DerNode, oid: string): Buffer | undefined {
  const found = readDer(attributes.contents)
    .map((attribute) => childrenOf(attribute, derTags.sequence))
    .filter(([type]) => isOid(type, oid));
  const value = found.length === 1 ? childrenOf(found[0]?.[1], derTags.set)[0] : undefined;
  return value && Buffer.from(value.contents);
}

function verifies(
  digest: string,
  key: KeyObject,
  signed: Uint8Array,
  signature: Uint8Array,
): boolean {
  return createVerify(digest).update(signed).verify(key, signature);
}

function isIssued(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key);
  } catch {
    // A key of another kind than the signature's.
    return false;
  }
}
