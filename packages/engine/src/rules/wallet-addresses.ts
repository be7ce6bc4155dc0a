import { textPattern } from './text-pattern.ts';

/** Whether the text is the address of a wallet in one of the large networks. */
export function isWalletAddress(text: string): boolean {
  return wallet.test(text);
}

// https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki, https://ethereum.org/en/glossary/#address
const wallet =
  /^(?:bc1[a-z0-9]{8,87}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[a-fA-F0-9]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|[LM][a-km-zA-HJ-NP-Z1-9]{26,33})$/u;
/** Regular expressions for addresses of wallets, as they stand in code. */
export const addressPattern = textPattern(
  /0x\[[^\]]{6,20}\]\{40\}|\[13n?2?\]\)?\[(?:a-k|a-z|1-9|A-H)|bc1[)|q]{0,2}(?:\[|\\w|\||\.[*+])|T\[[^\]]{6,40}\]\{33\}|1-9A-HJ-NP-Za-km-z|a-km-zA-HJ-NP-Z|^bc1q?$/u,
  (text) => text.includes('[') || text.includes('bc1'),
);
