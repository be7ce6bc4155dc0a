import { casesOfPairs } from '../pairs.ts';
import type { Case } from '../case.ts';
import { campaignPairs } from './facts-campaigns.ts';
import { clickPairs } from './facts-clicks.ts';
import { codePairs } from './facts-code.ts';
import { controlPairs } from './facts-controls.ts';
import { coveragePairs } from './facts-coverage.ts';
import { decisionPairs } from './facts-decisions.ts';
import { deedPairs } from './facts-deeds.ts';
import { pagePairs } from './facts-pages.ts';
import { quietPairs } from './facts-quiet.ts';
import { receiverPairs } from './facts-receivers.ts';
import { unaskedPairs } from './facts-unasked.ts';

/** What tells harm from its honest look-alike: whose field, whose host, who asked, what may run. */
export function factCases(): readonly Case[] {
  return casesOfPairs('facts', [
    ...controlPairs,
    ...receiverPairs,
    ...codePairs,
    ...clickPairs,
    ...deedPairs,
    ...coveragePairs,
    ...campaignPairs,
    ...decisionPairs,
    ...pagePairs,
    ...quietPairs,
    ...unaskedPairs,
  ]);
}
