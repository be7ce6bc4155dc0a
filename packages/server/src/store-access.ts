// The door to the stores alone, for commands that need neither database nor HTTP.

export { ConfigError, loadConfig, settingNames } from './config.ts';
export { createDestinationGuard } from './outbound/guard-destination.ts';
export { openStores } from './stores/open-stores.ts';
