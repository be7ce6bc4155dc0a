import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds } from '../../model/cpu-seconds.ts';
import { extensionOf } from '../../../testing/build-extension.ts';
import { findSecrets } from './secrets.ts';

const secretsIn = (text: string, file = 'a.js') => findSecrets(extensionOf({}, { [file]: text }));
/** Random-looking text of a length, so that no real secret and no complete literal stands in this file. */
const random = (length: number, alphabet = 'q7RtZ2mKp9LsW4xVbN8cYdF3gH5jT6') =>
  Array.from({ length }, (_, index) => alphabet[(index * 7 + (index >> 2)) % alphabet.length]).join(
    '',
  );
const upper = random(16, 'QWERTZUIOPASDFGHJ234567');
const hex = (length: number) => random(length, '0f1e2d3c4b5a6978');

for (const [kind, secret] of [
  ['AWS access key', `AKIA${upper}`],
  ['Google API key', `AIza${random(35)}`],
  ['Google OAuth client secret', `GOCSPX-${random(28)}`],
  ['GitHub token', `ghp_${random(36)}`],
  ['GitHub token', `github_pat_${random(82)}`],
  ['GitLab token', `glpat-${random(20)}`],
  ['Slack token', `xoxb-${random(40)}`],
  ['Stripe secret key', `sk_live_${random(24)}`],
  ['SendGrid API key', `SG.${random(22)}.${random(43)}`],
  ['OpenAI API key', `sk-proj-${random(64)}`],
  ['Anthropic API key', `sk-ant-${random(95)}`],
  ['npm token', `npm_${random(36)}`],
  ['Shopify token', `shpat_${hex(32)}`],
  ['DigitalOcean token', `dop_v1_${hex(64)}`],
  ['1Password token', `ops_ey${random(160)}`],
  ['Cloudflare API token', `cfut_${random(40)}${hex(8)}`],
  ['Databricks token', `dapi${hex(32)}`],
  ['Docker token', `dckr_pat_${random(27)}`],
  ['Figma token', `figd_${random(45)}`],
  ['Grafana token', `glsa_${random(32)}_${hex(8)}`],
  ['Grafana token', `glc_${random(80)}`],
  ['Groq API key', `gsk_${random(52)}`],
  ['Linear API key', `lin_api_${random(40)}`],
  ['Notion token', `ntn_${random(11, '48213607951')}${random(35)}`],
  ['Tailscale key', `tskey-auth-${random(12)}-${random(32)}`],
  ['Vault token', `hvs.${random(95)}`],
  ['Vercel token', `vcp_${random(40)}`],
  ['Hugging Face token', `hf_${random(34, 'QwErTzUiOpAsDfGhJk')}`],
  ['Azure storage key', `AccountKey=${random(86)}==`],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\\n${random(64)}`],
  ['JSON web token', `eyJ${random(30)}.eyJ${random(50)}.${random(43)}`],
] as const) {
  test(`${kind} (${secret.slice(0, 8)}) is found and never shown whole`, () => {
    const [found, ...others] = secretsIn(`\nconst k = "${secret}";`);
    assert.deepEqual(others, []);
    assert.equal(found?.kind, kind);
    assert.deepEqual(found.at, { file: 'a.js', line: 2, column: 12 });
    assert.match(found.redacted, /^.{4}… \([0-9]+ characters\)$/);
  });
}

test('secrets inside URLs and beside numbers are found', () => {
  const slack = `https://hooks.slack.com/services/T0${upper.slice(0, 8)}/B0${upper.slice(0, 8)}/${random(24)}`;
  const discord = `https://discord.com/api/webhooks/123456789012345678/${random(68)}`;
  const telegram = `https://api.telegram.org/bot8765432109:AA${random(33)}/sendMessage`;
  assert.deepEqual(
    secretsIn(JSON.stringify([slack, discord, telegram]), 'config.json').map(({ kind }) => kind),
    ['Slack webhook', 'Discord webhook', 'Telegram bot token'],
  );
});

test('keys of Firebase web apps are public by design', () => {
  const key = `AIza${random(35)}`;
  const config = `{apiKey:"${key}",authDomain:"shop-31.firebaseapp.com",projectId:"shop-31",appId:"1:31:web:7"}`;
  assert.deepEqual(secretsIn(`const app=initializeApp(${config});`), []);
  assert.deepEqual(
    secretsIn(JSON.stringify({ apiKey: key, messagingSenderId: '31' }), 'a.json'),
    [],
  );
  assert.equal(secretsIn(`translate("${key}")`)[0]?.kind, 'Google API key');
});

test('placeholders, examples, parts of longer words and public keys are no secrets', () => {
  const texts = [
    'AKIAIOSFODNN7EXAMPLE',
    `AIza${'x'.repeat(35)}`,
    'sk_live_your_secret_key_goes_here_now',
    `abcAIza${random(35)}`,
    `-----BEGIN PUBLIC KEY-----\\n${random(64)}`,
    'if (text.startsWith("ghp_") || text === "eyJ") task-sk-0',
  ];
  assert.deepEqual(secretsIn(texts.join('\n')), []);
});

test('images and other binary files are not searched', () => {
  assert.deepEqual(secretsIn(`AKIA${upper}`, 'icon.png'), []);
});

test('text that is nothing but prefixes is read in linear time', () => {
  for (const unit of [
    'eyJ',
    'eyJ.',
    'sk-',
    '"eyJaaaaaaaaaa.',
    '-----BEGIN ',
    ':AA',
    '1234567890:AA',
  ]) {
    const text = unit.repeat(Math.ceil(2_000_000 / unit.length));
    const seconds = cpuSeconds(() => secretsIn(text));
    assert.ok(seconds < 3, `${unit}: ${seconds} s`);
  }
});
