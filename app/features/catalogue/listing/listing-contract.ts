/** By what courses are listed, and how many of them each choice would leave. */
import { z } from 'zod'
import { anyOf, Id, optional, PageIndex, PageSize, Text, WholeNumber } from '../../../api/fields.ts'
import { foldDigits } from '../../../locales/digits.ts'
import { DeliveryMethod, Level } from '../course-contract.ts'

const FacetValue = z.object({ id: z.int(), name: z.string(), count: z.int() })
export const Facets = z.object({
  /** Ids are the listing's: 2 development, 3 qualification, 4 diplomas. */
  category: z.array(FacetValue),
  specialization: z.array(FacetValue.extend({ children: z.array(FacetValue) })),
  level: z.array(FacetValue),
  deliveryMethod: z.array(FacetValue),
  /** The cities of runs that have not started, the most frequent first. */
  city: z.array(FacetValue),
  /** 1 in the morning, 2 in the evening, 3 on the weekend. */
  time: z.array(FacetValue),
  /** Price bands in halalas, both ends inclusive, as `MinPrice` and `MaxPrice`; the last one has no `to`. */
  price: z.array(z.object({ from: z.int(), to: z.int().optional(), count: z.int() })),
  /** Calendar months in Riyadh, `2027-01`. */
  startMonth: z.array(z.object({ month: z.string(), count: z.int() })),
})
export type Facets = z.output<typeof Facets>

const Day = z
  .string()
  .transform((text) => foldDigits(text.trim()))
  .pipe(z.iso.date('date'))

/** 1 newest, 2 starting soonest, 3 cheapest first, 4 most expensive first; by default a search sorts by relevance. */
const SortMethod = optional(WholeNumber.pipe(z.number().min(1, 'invalid').max(4, 'invalid')))

/** The listing's number: 1 all, 2 development, 3 qualification, 4 diplomas. */
const ListedNumber = WholeNumber.pipe(z.number().min(1, 'invalid').max(4, 'invalid'))

export const CourseQuery = z.object({
  // Of several values, separated by commas, a course passes with any.
  Category: anyOf(ListedNumber),
  SpecializationId: anyOf(Id),
  /** Each narrows its own specialization. */
  SubSpecializationId: anyOf(Id),
  Level: anyOf(WholeNumber.pipe(Level)),
  CourseDeliveryMethod: anyOf(WholeNumber.pipe(DeliveryMethod)),
  /** Of a run that has not started; `facets.city` has the ids. */
  CityId: anyOf(Id),
  /** Of such a run: 1 in the morning, 2 in the evening (from four), 3 on the weekend. */
  Time: anyOf(WholeNumber.pipe(z.number().min(1, 'invalid').max(3, 'invalid'))),
  /** Halalas. */
  MinPrice: optional(WholeNumber.pipe(z.number().min(0, 'number'))),
  MaxPrice: optional(WholeNumber.pipe(z.number().min(0, 'number'))),
  StartsFrom: optional(Day),
  StartsTo: optional(Day),
  SearchTerm: optional(Text(200)),
  SortMethod,
  PageIndex,
  PageSize,
})
export type CourseQuery = z.output<typeof CourseQuery>
