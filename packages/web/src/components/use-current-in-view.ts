import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** For a bar of pages, which on phones is wider than the window: the name of the current one is scrolled to. */
export function useCurrentInView(isShown: boolean): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && current)
      bar.current.scrollLeft = current.offsetLeft - bar.current.offsetLeft;
  }, [path, isShown]);
  return bar;
}
