import { isUnderAny, contactsWith } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'crypto-mining',
  category: 'code',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'The extension mines cryptocurrency',
  description:
    'The code contacts a mining pool or names a known in-browser miner. Mining uses the machine and its electricity for a stranger.',
  recommendation: 'Remove the miner; the Chrome Web Store has forbidden mining since 2018.',
  cwe: 'CWE-506',
  references: [
    'https://blog.chromium.org/2018/04/protecting-users-from-extension-cryptojacking.html',
  ],
  *check({ facts }) {
    for (const { at, host } of contactsWith(facts, (name) => isUnderAny(name, minerDomains))) {
      yield { at, note: `Contacts ${host}.` };
    }
    for (const { kind, at, value } of facts.html) {
      const [, host] = /^(?:https?:)?\/\/([^/:?#]+)/iu.exec(value) ?? [];
      if (kind === 'remote-script' && isUnderAny(host, minerDomains))
        yield { at, note: `Loads ${value}.` };
    }
    for (const constant of facts.strings) {
      // Of the many texts few begin so: asked first, because it is cheap.
      if (constant.text.startsWith('stratum+') && stratum.test(constant.text))
        yield { at: constant.at, note: 'Names a mining pool by the stratum protocol.' };
    }
  },
});

const stratum = /^stratum\+(?:tcp|ssl):\/\//u;
const minerDomains = [
  'coinhive.com',
  'coin-hive.com',
  'authedmine.com',
  'crypto-loot.com',
  'cryptoloot.pro',
  'coinimp.com',
  'hashing.win',
  'jsecoin.com',
  'webminepool.com',
  'webmine.cz',
  'monerominer.rocks',
  'supportxmr.com',
  'nanopool.org',
  'minexmr.com',
  'moneroocean.stream',
  'hashvault.pro',
  '2miners.com',
];
