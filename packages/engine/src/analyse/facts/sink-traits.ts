import { sinkKinds } from '../../vocabulary.ts';
import type { SinkKind } from '../../vocabulary.ts';

/** What becomes of data in a kind of sink. A new kind answers each question here, and no other file lists kinds. */
export interface SinkTraits {
  /** Who reads it there: pages and other extensions, a receiver that the extension chooses, or nobody. */
  readonly readBy: 'strangers' | 'receiver' | 'nobody';
  /** Whether a number or encoded text still says something there. */
  readonly carriesOut: boolean;
  /** Whether the address counts that the data makes or leads to. */
  readonly leadsByAddress: boolean;
  readonly becomesCode: boolean;
  readonly becomesMarkup: boolean;
  /** Whether extensions can do it and pages cannot. */
  readonly isPrivilege: boolean;
  /** Whether what a content script reads of the page's own storage is the page's word there. */
  readonly isClosedToPages: boolean;
  /** Whether only what a server answers says anything there. */
  readonly isOfServers: boolean;
  /** Whether it is common, and asked about with less effort than others. */
  readonly isMinor: boolean;
}

/** Whether data is read as a language there: code or markup. */
export function isInterpreted(kind: SinkKind): boolean {
  return sinkTraits[kind].becomesCode || sinkTraits[kind].becomesMarkup;
}

/** The kinds that a question is answered with yes for, in the order of the vocabulary. */
export function sinksWhere(holds: (traits: SinkTraits) => boolean): readonly SinkKind[] {
  return sinkKinds.filter((kind) => holds(sinkTraits[kind]));
}

export const sinkTraits: Readonly<Record<SinkKind, SinkTraits>> = {
  network: {
    readBy: 'receiver',
    carriesOut: true,
    leadsByAddress: true,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  'code-execution': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: true,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  'script-injection': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: true,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  'dom-html': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: true,
    isPrivilege: false,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: true,
  },
  'extension-storage': {
    readBy: 'receiver',
    carriesOut: true,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: true,
  },
  'external-response': {
    readBy: 'strangers',
    carriesOut: true,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  'page-message': {
    readBy: 'strangers',
    carriesOut: true,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: true,
  },
  'cookies-write': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  download: {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: true,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  management: {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  'bookmarks-write': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  'history-write': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: true,
    isOfServers: false,
    isMinor: false,
  },
  'native-message': {
    readBy: 'receiver',
    carriesOut: true,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  proxy: {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  navigation: {
    readBy: 'receiver',
    carriesOut: false,
    leadsByAddress: true,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  'request-rules': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  'clipboard-write': {
    readBy: 'nobody',
    carriesOut: true,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  'debugger-command': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: true,
    isClosedToPages: false,
    isOfServers: false,
    isMinor: false,
  },
  'page-link': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: true,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: true,
    isOfServers: true,
    isMinor: true,
  },
  'site-choice': {
    readBy: 'nobody',
    carriesOut: false,
    leadsByAddress: false,
    becomesCode: false,
    becomesMarkup: false,
    isPrivilege: false,
    isClosedToPages: true,
    isOfServers: true,
    isMinor: true,
  },
};
