import { isUnderAny } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'cookies-of-sign-in-sites',
  category: 'permissions',
  nature: 'capability',
  severity: 'medium',
  confidence: 'high',
  title: 'Can read session cookies of large sign-in sites',
  description:
    'The cookies permission covers a site that many people are signed in to all day, or that signs them in elsewhere. Its session cookies are enough to take the account over.',
  impact:
    'A hijacked update could take over accounts at the identity provider, past password and second factor.',
  recommendation:
    'Use the OAuth flow of the site (identity.launchWebAuthFlow) in place of its cookies.',
  administrator:
    'Add the sign-in hosts to runtime_blocked_hosts, so that their cookies stay out of reach.',
  headline: 'it can read the cookies that keep you signed in',
  cwe: 'CWE-522',
  policy: 'permissions',
  references: ['https://developer.chrome.com/docs/extensions/reference/api/cookies'],
  *check({ extension }) {
    if (!extension.permissions.has('cookies')) return;
    for (const { pattern, at } of extension.permissions.hosts) {
      const isNamed = pattern.breadth === 'specific' || pattern.breadth === 'subdomains';
      if (isNamed && isUnderAny(pattern.host, signInSites)) {
        yield { at, permission: pattern.text, note: `Cookies of ${pattern.text}.` };
      }
    }
  },
});

const signInSites = [
  'google.com',
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'x.com',
  'twitter.com',
  'tiktok.com',
  'microsoftonline.com',
  'live.com',
  'office.com',
  'okta.com',
  'github.com',
  'apple.com',
  'amazon.com',
  'paypal.com',
  'coinbase.com',
  'binance.com',
  'openai.com',
  'chatgpt.com',
  'discord.com',
  'salesforce.com',
  'workday.com',
  'netsuite.com',
  'successfactors.com',
];
