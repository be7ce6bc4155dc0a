/** What receivers of messages understand, as people call it. */
export const formatNames = {
  json: 'JSON',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
} as const;
