import { runsIn, webPageContexts } from '../flow-evidence.ts';
import { isUnderAny } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'account-acts-unasked',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Sends, follows or likes from the user’s account, unasked',
  description:
    'A script in pages of a social network or messenger presses the button that sends, follows, likes or subscribes as the page loads or by a timer. No click, message or setting of the user stands before it.',
  impact:
    'Contacts get spam and scams in the name of the user, and the network may lock the account.',
  recommendation: 'Act in an account only for a click of the user, and say what is done.',
  administrator:
    'Block it with ExtensionSettings, end the sessions at the network, and tell contacts what was sent.',
  headline: 'it acts from your accounts on social networks by itself',
  cwe: 'CWE-506',
  attack: 'T1534',
  policy: 'spam-and-abuse',
  references: [
    'https://attack.mitre.org/techniques/T1534/',
    'https://developer.chrome.com/docs/webstore/program-policies/spam-and-abuse',
  ],
  *check({ extension: { contexts }, facts }) {
    const hosts = (file: string): readonly string[] =>
      contexts
        .filter(
          ({ contentScript, scripts }) => contentScript !== undefined && scripts.includes(file),
        )
        .flatMap(({ contentScript }) => contentScript?.matches ?? [])
        .map(({ host }) => host);
    for (const { at, control } of facts.pageActs) {
      const listed = hosts(at.file);
      const isOfNetworks = listed.length > 0 && listed.every((host) => isUnderAny(host, networks));
      if (isOfNetworks && facts.isSelfStartedAt(at) && runsIn(facts, at.file, webPageContexts))
        yield { at, note: `Presses “${control.slice(0, 60)}”.` };
    }
  },
});

const networks: readonly string[] = [
  'discord.com',
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'messenger.com',
  'reddit.com',
  'telegram.org',
  'tiktok.com',
  'twitter.com',
  'vk.com',
  'whatsapp.com',
  'x.com',
  'youtube.com',
];
