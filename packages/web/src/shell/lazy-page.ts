import { lazyRouteComponent } from '@tanstack/react-router';
import { PageNotLoaded } from '../components/states.tsx';

/** A page whose code is loaded when it is opened. The router would reload the window where that fails, and lose it. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageNotLoaded(
          'the service does not answer, or is another one since this window was opened',
          { cause },
        );
      }),
    name,
  );
}
