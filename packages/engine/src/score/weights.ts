import type { Confidence, Nature, Severity } from '../vocabulary.ts';

/** What a finding is worth before confidence, repetition and limits; a row per nature, with the reason for the row. */
export interface NatureWeight {
  readonly points: Readonly<Record<Severity, number>>;
  /** The most that all findings of this nature give together. */
  readonly limit: number;
  readonly why: string;
  readonly limitWhy: string;
}

export const natureWeights: Readonly<Record<Nature, NatureWeight>> = {
  intelligence: {
    points: { info: 0, low: 10, medium: 35, high: 65, critical: 95 },
    limit: 100,
    why: 'known from elsewhere',
    limitWhy: 'the score ends at 100',
  },
  behavior: {
    points: { info: 0, low: 4, medium: 14, high: 50, critical: 80 },
    limit: 100,
    why: 'done by the code',
    limitWhy: 'the score ends at 100',
  },
  capability: {
    points: { info: 0, low: 3, medium: 10, high: 25, critical: 55 },
    limit: 75,
    why: 'possible with what is granted',
    limitWhy: 'capability is not guilt: by itself it ends at 75',
  },
  weakness: {
    points: { info: 0, low: 2, medium: 6, high: 14, critical: 28 },
    limit: 40,
    why: 'left open to others',
    limitWhy: 'a mistake is not an attack: weaknesses together end at 40',
  },
};

/** Share of the points that is left when the rule is less sure. */
export const confidenceFactors: Readonly<Record<Confidence, number>> = {
  high: 1,
  medium: 0.7,
  low: 0.35,
};

/**
 * In one nature and category every further finding counts this share of the one before: they mostly
 * describe one cause from several sides. A geometric series keeps the score monotone.
 */
export const repetitionFactor = 0.6;

/** Highest score without evidence of harm: the level `critical` is kept for what was shown, not feared. */
export const scoreMaxWithoutHarm = 75;
