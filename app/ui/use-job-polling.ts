import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

export type Followed<Job> = {
  /** The job as the page was loaded; null without one. */
  loaded: Job | null;
  /** The path of the API that answers with the job. */
  pathOf: (job: Job) => string;
  isOver: (job: Job) => boolean;
};

const LOOK_EVERY_MS = 700;

/**
 * The present state of a job on the server. It is requested repeatedly without loading the page again. When a job that
 * was seen before its end is over, the page loads once.
 */
export function useJobPolling<Job extends { id: number }>(followed: Followed<Job>): Job | null {
  const { loaded } = followed;
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState<Job | null>(null);
  const watched = useRef<number>();
  const job = loaded && seen?.id === loaded.id && !followed.isOver(loaded) ? seen : loaded;
  const latest = useRef(followed);
  latest.current = followed;

  useEffect(() => {
    if (!job) return;
    const { isOver, pathOf } = latest.current;
    if (isOver(job)) {
      if (watched.current !== job.id) return;
      watched.current = undefined;
      revalidate();
      return;
    }
    watched.current = job.id;
    const timer = window.setTimeout(() => {
      void look(job, pathOf(job)).then(setSeen);
    }, LOOK_EVERY_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [job, revalidate]);
  return job;
}

/** Without a connection or an answer, the state stays and is requested again. */
async function look<Job extends object>(job: Job, path: string): Promise<Job> {
  try {
    const answer = await fetch(path);
    return answer.ok ? ((await answer.json()) as Job) : { ...job };
  } catch {
    return { ...job };
  }
}
