import { placeOf } from '../co-location.ts';
import { isLocalHost, receiverOf } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'scraping-proxy',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'high',
  title: 'Fetches what a server names and hands it the answer (scraping proxy)',
  description:
    'The answer of a server names an address, the extension fetches it with the user’s network and cookies, and what it finds there goes back to a server. Residential proxies and scraping kits (Mellowtel, Infatica) rent out browsers like this; behind a firewall the same reaches internal pages.',
  impact:
    "Strangers browse from the user's address: they read what the user is signed in to, and the company's network.",
  recommendation: 'Request only addresses that are written in the package or typed by the user.',
  administrator:
    'Block it with ExtensionSettings, and look in the proxy log for requests that users did not make.',
  headline: 'a server browses the web and your network through it',
  cwe: 'CWE-441',
  attack: 'T1090',
  policy: 'unexpected-behavior',
  references: [
    'https://cwe.mitre.org/data/definitions/441.html',
    'https://developer.chrome.com/docs/webstore/program-policies/quality-guidelines',
  ],
  *check({ facts }) {
    const requests = new Map(facts.endpoints.map((endpoint) => [placeOf(endpoint.at), endpoint]));
    for (const relay of facts.relays) {
      const fetched = requests.get(placeOf(relay.fetched));
      // A server that says where to put something is told that it is there.
      if (fetched?.method !== undefined && uploads.has(fetched.method)) continue;
      // The loaders of compiled programs hand addresses and answers about, and send none of them.
      if (relay.host === undefined ? !relay.isSure : isLocalHost(relay.host)) continue;
      const note = `Sends ${relay.host ?? 'a server'} what line ${relay.fetched.line} fetched from where a server said.`;
      const confidence = relay.isSure ? 'high' : 'medium';
      yield { at: relay.at, note, confidence, ...receiverOf(relay) };
    }
  },
});

const uploads: ReadonlySet<string> = new Set(['DELETE', 'PATCH', 'POST', 'PUT']);
