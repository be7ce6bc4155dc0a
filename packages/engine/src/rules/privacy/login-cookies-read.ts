import { placeOf } from '../co-location.ts';
import { textOf, propertyOf } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'login-cookies-read',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Reads session cookies of a named service',
  description:
    'The code asks for the cookies that keep a user signed in at a particular service, such as Facebook’s c_user and xs. FakeGPT (2023) took over accounts with them.',
  impact:
    'The operator can take over the account at that service, with its pages, advertising budget and contacts.',
  recommendation: 'Use the service’s own sign-in interface.',
  administrator:
    'Block it, end all sessions at the service and review recent activity of those accounts.',
  headline: 'it reads the cookies that keep you signed in at a named service',
  cwe: 'CWE-522',
  attack: 'T1539',
  policy: 'limited-use',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/cookies',
    'https://cwe.mitre.org/data/definitions/522.html',
  ],
  *check({ facts }) {
    const flows = facts.flows.filter(({ source }) => source.kind === 'cookies');
    const isKeptAlone = flows.every(({ direction }) => direction === 'kept');
    const kept = new Set(isKeptAlone ? flows.map(({ source }) => placeOf(source)) : []);
    for (const path of ['chrome.cookies.get', 'chrome.cookies.getAll']) {
      for (const {
        at,
        arguments: [details],
      } of facts.usesOf(path)) {
        const name = textOf(propertyOf(details, 'name')) ?? '';
        const domain =
          textOf(propertyOf(details, 'domain')) ?? textOf(propertyOf(details, 'url')) ?? '';
        if (sessionCookie.test(name) || accountDomain.test(domain)) {
          yield {
            at,
            note: `Asks for ${name === '' ? 'all cookies' : name} of ${domain || 'any domain'}.`,
            // Profiles that users switch between are kept, and leave the browser nowhere.
            ...(kept.has(placeOf(at)) && { confidence: 'low' }),
          };
        }
      }
    }
  },
});

const sessionCookie =
  /^(?:c_user|xs|SID|HSID|SSID|SAPISID|__Secure-[13]PSID|LSID|li_at|auth_token|ct0|sessionid|reddit_session|__Host-user_session|user_session|\.ROBLOSECURITY|steamLoginSecure)$/u;
const accountDomain =
  /^(?:https?:\/\/)?(?:[\w-]+\.)*\.?(?:facebook|instagram|linkedin|roblox|accounts\.google|twitter|tiktok|binance|coinbase|paypal)\.com\b/iu;
