/** The fields of an article as staff edit them. Each language of a text is a field of its own. */
import { z } from 'zod'
import { Id } from '../../api/fields.ts'
import { MAX_LINE, MAX_PARAGRAPH, Slug, WrittenMarkdown, WrittenText } from '../revisions/text-fields-contract.ts'

const MAX_BODY = 200_000

const Body = WrittenMarkdown(MAX_BODY)

/** The key of a tag. */
export const TagKey = z.string().regex(/^[\w-]{1,100}$/, 'invalid')

export const ARTICLE_FIELDS = {
  slug: Slug,
  categoryId: Id,
  authorId: Id,
  tags: z.array(TagKey).max(12, 'tooManyRows:12'),
  'title.ar': WrittenText(MAX_LINE).refine((text) => text !== null, 'required'),
  'title.en': WrittenText(MAX_LINE),
  'summary.ar': WrittenText(MAX_PARAGRAPH),
  'summary.en': WrittenText(MAX_PARAGRAPH),
  'body.ar': Body,
  'body.en': Body,
  'seoTitle.ar': WrittenText(MAX_LINE),
  'seoTitle.en': WrittenText(MAX_LINE),
  'seoDescription.ar': WrittenText(MAX_PARAGRAPH),
  'seoDescription.en': WrittenText(MAX_PARAGRAPH),
  'seoKeywords.ar': WrittenText(MAX_PARAGRAPH),
  'seoKeywords.en': WrittenText(MAX_PARAGRAPH),
  'coverAlt.ar': WrittenText(MAX_LINE),
  'coverAlt.en': WrittenText(MAX_LINE),
}
