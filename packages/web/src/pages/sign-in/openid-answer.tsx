import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { operations, useChange } from '../../api/api.ts';
import { Problem } from '../../components/alert.tsx';
import { Gate } from '../../components/gate.tsx';
import { takeNextPage } from './next-page.ts';

/** `/sign-in/openid?…`, where the provider sends the browser back to. */
export function OpenidAnswer() {
  const search = useSearch({ from: '/sign-in/openid' });
  const router = useRouter();
  const finish = useChange(operations.finishOpenidSignIn, () =>
    router.history.replace(takeNextPage()),
  );
  const { mutate } = finish;
  const isSent = useRef(false);
  useEffect(() => {
    // An answer is good once.
    if (isSent.current) return;
    isSent.current = true;
    mutate({ body: { query: new URLSearchParams(search).toString() || 'none' } });
  }, [mutate, search]);
  return (
    <Gate title="Signing in">
      {finish.error ? (
        <>
          <Problem error={finish.error} />
          <p className="small">
            <Link to="/sign-in">Back to the sign-in page</Link>
          </p>
        </>
      ) : (
        <p role="status">One moment: what your provider says is checked.</p>
      )}
    </Gate>
  );
}
