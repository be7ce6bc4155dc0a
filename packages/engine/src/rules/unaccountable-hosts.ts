import { isAddress, isLocalHost, isUnderAny } from './hosts.ts';

/**
 * Why nobody answers for the host: this machine, a bare address, a name that anybody gets within minutes.
 * @returns `undefined` for hosts with an owner of some standing
 */
export function unaccountableHost(host: string): string | undefined {
  if (isLocalHost(host)) return 'this machine or its network';
  if (isAddress(host)) return 'a bare address';
  if (isUnderAny(host, throwawayDomains)) return 'a throwaway name';
  if (isUnderAny(host, dynamicDomains)) return 'a dynamic name';
  if (isUnderAny(host, chatWebhookDomains)) return 'a chat room';
  return isUnderAny(host, freeHostingDomains) ? 'a free host' : undefined;
}

const chatWebhookDomains = ['api.telegram.org', 'discord.com', 'discordapp.com', 'hooks.slack.com'];

/** Tunnels, request catchers and paste sites. */
export const throwawayDomains = [
  'ngrok.io',
  'ngrok.app',
  'ngrok-free.app',
  'ngrok-free.dev',
  'trycloudflare.com',
  'loca.lt',
  'serveo.net',
  'localhost.run',
  'lhr.life',
  'pagekite.me',
  'webhook.site',
  'requestbin.com',
  'requestbin.net',
  'pipedream.net',
  'requestcatcher.com',
  'beeceptor.com',
  'interact.sh',
  'oast.fun',
  'oastify.com',
  'burpcollaborator.net',
  'pastebin.com',
  'paste.ee',
  'hastebin.com',
  'ghostbin.com',
  'rentry.co',
  'transfer.sh',
  'grabify.link',
  'iplogger.org',
  'canarytokens.com',
];

export const dynamicDomains = [
  'duckdns.org',
  'no-ip.org',
  'no-ip.biz',
  'noip.me',
  'ddns.net',
  'hopto.org',
  'zapto.org',
  'sytes.net',
  'myftp.org',
  'redirectme.net',
  'servebeer.com',
  'dynu.net',
  'dyndns.org',
  'changeip.com',
  'freeddns.org',
  'mooo.com',
  'chickenkiller.com',
  'nip.io',
  'sslip.io',
];

/** Applications in minutes and without a name of one's own. */
export const freeHostingDomains = [
  'workers.dev',
  'pages.dev',
  'herokuapp.com',
  'onrender.com',
  'vercel.app',
  'netlify.app',
  'firebaseio.com',
  'web.app',
  'replit.app',
  'repl.co',
  'glitch.me',
  'railway.app',
  'fly.dev',
  'pythonanywhere.com',
  '000webhostapp.com',
  'deno.dev',
];
