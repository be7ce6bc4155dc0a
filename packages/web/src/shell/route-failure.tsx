import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Failure, PageNotLoaded } from '../components/states.tsx';

/** In place of a page that failed as a whole. */
export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  // Code that failed to load is asked for again by a new window only.
  const retry = (): void =>
    error instanceof PageNotLoaded ? location.reload() : void router.invalidate();
  return <Failure error={error as Error} retry={retry} />;
}
