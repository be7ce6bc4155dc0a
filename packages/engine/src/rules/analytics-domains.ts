/** Services that count visits and clicks for others. */
export const analyticsDomains = [
  'google-analytics.com',
  'googletagmanager.com',
  'doubleclick.net',
  'mixpanel.com',
  'amplitude.com',
  'segment.io',
  'segment.com',
  'hotjar.com',
  'mc.yandex.ru',
  'hm.baidu.com',
  'matomo.cloud',
  'posthog.com',
  'heapanalytics.com',
  'fullstory.com',
  'scorecardresearch.com',
  'connect.facebook.net',
  'statcounter.com',
  'appsflyer.com',
  'branch.io',
];

/** Services that errors and speed are reported to, with the page that they were seen on. */
export const monitoringDomains = [
  'bugsnag.com',
  'datadoghq.com',
  'datadoghq.eu',
  'logrocket.io',
  'lr-ingest.io',
  'nr-data.net',
  'raygun.io',
  'rollbar.com',
  'sentry.io',
];
