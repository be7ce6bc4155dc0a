import { Type } from 'typebox';
import { ExtensionId } from './primitives.ts';

export const reviewSorts = ['reviewer_name', 'rating', 'review_date'] as const;

/** A rating in whole stars. */
export const Stars = Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 to 5 stars.' });

export const Review = Type.Object({
  extension_id: ExtensionId,
  reviewer_name: Type.String(),
  rating: Stars,
  review_date: Type.String({ format: 'date', description: '`YYYY-MM-DD`' }),
  review_text: Type.String(),
  review_text_hash: Type.String({ description: 'Hash of the text, to tell copies by.' }),
});
