/** Which orders a movement of the bank account may pay, and why it seems so. A person decides. */
import { foldDigits } from '../../locales/digits.ts'
import { fold } from '../../locales/fold.ts'
import { latinPatternOf, latinWordsIn } from './latin-names.ts'
import { compact, digitsOf, numbersIn } from './numbers-in-text.ts'

export type OpenOrder = {
  id: string
  reference: string
  /** What is still missing of its total. */
  missingHalalas: number
  learnerId: number
  learnerName: string
  /** Other numbers and names that stand for it when they are spelled out: those of its invoices, and in English. */
  aliases?: { references: string[]; names: string[] }
}

export type OpenLine = {
  id: number
  /** What of it is not used yet. */
  leftHalalas: number
  description: string
  payerName: string
}

export const MATCH_REASONS = [
  'reference',
  'nearReference',
  'amount',
  'lessThanOrder',
  'moreThanOrder',
  'name',
  'together',
] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

/** Lines that together pay orders: one to one, one for several orders, or several for one. */
export type Proposal = { lineIds: number[]; orderIds: string[]; reasons: MatchReason[]; score: number }

const WEIGHTS: Record<MatchReason, number> = {
  ...{ reference: 60, nearReference: 35, amount: 30, name: 25, together: 40, lessThanOrder: 0, moreThanOrder: 0 },
}
/** Below it, a proposal would be a guess: an equal amount alone is none when others have it, too. */
const MIN_SCORE = 30
const MAX_ORDERS_TOGETHER = 3
const MAX_PROPOSALS = 5

type Mention = 'reference' | 'nearReference'

/** A movement's text, read once: it is compared with every order. */
type Read = { letters: string; numbers: string[]; names: Set<string>; latinWords: string[] }
const readText = (text: string): Read => ({
  letters: compact(text),
  numbers: numbersIn(text),
  names: new Set(namesIn(text)),
  latinWords: latinWordsIn(text),
})
const readLine = ({ description, payerName }: OpenLine) => readText(`${description} ${payerName}`)

/** Whether the text names the order: exactly, or with one digit wrong, missing, too many or exchanged. */
export const mentionOf = (text: string, reference: string): Mention | undefined =>
  mentionAmong(readText(text), compact(reference), digitsOf(reference))

function mentionAmong({ letters, numbers }: Read, reference: string, digits: string): Mention | undefined {
  if (letters.includes(reference) || numbers.includes(digits)) return 'reference'
  return numbers.some((number) => isOneMistakeApart(number, digits)) ? 'nearReference' : undefined
}

export function isOneMistakeApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let start = 0
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++
  const [restOne, restOther] = [one.slice(start), other.slice(start)]
  if (one.length > other.length) return restOne.slice(1) === restOther
  if (one.length < other.length) return restOne === restOther.slice(1)
  const isExchanged = restOne[0] === restOther[1] && restOne[1] === restOther[0]
  return restOne.slice(1) === restOther.slice(1) || (isExchanged && restOne.slice(2) === restOther.slice(2))
}

/** Titles and parts of names that very many people have. */
const COMMON = new Set([
  ...['بن', 'بنت', 'ابن', 'ال', 'عبد', 'al', 'bin', 'bint', 'abd', 'mr', 'mrs'],
  ...['شركه', 'موسسه', 'مجموعه', 'محدوده', 'تجاره', 'للتجاره', 'سعوديه', 'مساهمه'],
  ...[
    'company',
    'co',
    'est',
    'establishment',
    'ltd',
    'llc',
    'limited',
    'trading',
    'group',
    'saudi',
    'the',
    'for',
    'and',
  ],
])

const namesIn = (text: string) =>
  foldDigits(text)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .map((word) => fold(word).replace(/^ال(?=.{3})/u, ''))
    .filter((word) => word.length > 1 && !COMMON.has(word))

/** One of somebody's names. `latin`: how banks may write an Arabic one. */
type Name = { word: string; latin: RegExp | undefined }

/** «عبد الله» counts as «الله» among Arabic words; in Latin letters both are one word. */
const namesOf = (text: string): Name[] => {
  const whole = new Map([...text.matchAll(/(?:^|\s)عبد\s+(ال\S+)/gu)].map(([, rest = '']) => [namesIn(rest)[0], rest]))
  return [...new Set(namesIn(text))].map((word) => {
    const rest = whole.get(word)
    return { word, latin: latinPatternOf(rest === undefined ? word : `عبد${fold(rest)}`) }
  })
}

/** Two names of the learner's in the text, or all when there is only one. */
export const isSameName = (text: string, learnerName: string): boolean => isNamed(readText(text), namesOf(learnerName))

function isNamed({ names: found, latinWords }: Read, names: readonly Name[]): boolean {
  const isFound = ({ word, latin }: Name) => found.has(word) || latinWords.some((one) => latin?.test(one))
  return names.length > 0 && names.filter(isFound).length >= Math.min(2, names.length)
}

/** What of an order is looked for in texts. It is read once, since each movement of a page is compared with it. */
type Sought = { reference: string; digits: string; aliases: string[]; names: Name[][] }
const sought = new WeakMap<OpenOrder, Sought>()
function soughtOf(order: OpenOrder): Sought {
  const known = sought.get(order)
  if (known) return known
  const { reference, learnerName, aliases } = order
  const read = {
    ...{ reference: compact(reference), digits: digitsOf(reference) },
    aliases: (aliases?.references ?? []).map(compact),
    names: [learnerName, ...(aliases?.names ?? [])].map(namesOf),
  }
  sought.set(order, read)
  return read
}

const hasNameOf = (text: Read, order: OpenOrder) => soughtOf(order).names.some((names) => isNamed(text, names))

function mentionIn(text: Read, order: OpenOrder): Mention | undefined {
  const { reference, digits, aliases } = soughtOf(order)
  return aliases.some((one) => text.letters.includes(one)) ? 'reference' : mentionAmong(text, reference, digits)
}

/**
 * What may belong together, the most likely first. `lines` are all that are open, so that parts find each other.
 * @param namesOther whether the line with this id names an order or a quote exactly that waits for no money
 */
export function proposalsFor(
  line: OpenLine,
  lines: readonly OpenLine[],
  orders: readonly OpenOrder[],
  namesOther: (lineId: number) => boolean = () => false,
): Proposal[] {
  const text = readLine(line)
  const mentions = orders.map((order) => mentionIn(text, order))
  // Numbers follow one another: beside the one that is named exactly, its neighbours are no mistakes.
  const isSpelledOut = mentions.includes('reference') || namesOther(line.id)
  const clues = orders.map((order, index) => ({
    order,
    mention: isSpelledOut && mentions[index] === 'nearReference' ? undefined : mentions[index],
    isSameName: hasNameOf(text, order),
  }))
  const known = clues.filter(({ mention, isSameName: hasName }) => mention !== undefined || hasName)
  const equal = clues.filter(({ order }) => order.missingHalalas === line.leftHalalas)
  const single = [...new Set([...known, ...equal])].map(({ order, mention, isSameName: hasName }) =>
    proposalOf(
      [line.id],
      [order.id],
      [
        ...(mention ? [mention] : []),
        ...(hasName ? (['name'] as const) : []),
        compared(line.leftHalalas, order.missingHalalas),
      ],
    ),
  )
  const proposals = [
    ...single.filter(
      ({ reasons, score }) =>
        score > MIN_SCORE ||
        (score === MIN_SCORE && equal.length === 1 && reasons.length === 1 && !namesOther(line.id)),
    ),
    ...severalOrders(line, known),
    ...severalLines(
      line,
      lines,
      known,
      (one) => namesOther(one.id) || orders.some((order) => mentionIn(readLine(one), order) === 'reference'),
    ),
  ]
  return proposals.toSorted((one, other) => other.score - one.score).slice(0, MAX_PROPOSALS)
}

type Clue = { order: OpenOrder; mention: Mention | undefined; isSameName: boolean }

function compared(cameHalalas: number, missingHalalas: number): MatchReason {
  if (cameHalalas === missingHalalas) return 'amount'
  return cameHalalas < missingHalalas ? 'lessThanOrder' : 'moreThanOrder'
}

function proposalOf(lineIds: number[], orderIds: string[], reasons: readonly MatchReason[]): Proposal {
  const different = [...new Set(reasons)]
  return { lineIds, orderIds, reasons: different, score: different.reduce((sum, reason) => sum + WEIGHTS[reason], 0) }
}

/** One transfer for two or three orders that it names, or of one person, when they come to exactly its amount. */
function severalOrders(line: OpenLine, known: readonly Clue[]): Proposal[] {
  const payable = known.filter(({ order }) => order.missingHalalas < line.leftHalalas).slice(0, 12)
  return combinations(payable)
    .filter((clues) => clues.reduce((sum, { order }) => sum + order.missingHalalas, 0) === line.leftHalalas)
    .map((clues) =>
      proposalOf(
        [line.id],
        clues.map(({ order }) => order.id),
        [...sharedBy(clues), 'together'],
      ),
    )
}

/** What speaks for each of the orders. */
function sharedBy(clues: readonly Clue[]): MatchReason[] {
  const mentions = clues.map(({ mention }) => mention)
  const areNamed = !mentions.includes(undefined)
  return [
    ...(areNamed ? [mentions.includes('nearReference') ? ('nearReference' as const) : ('reference' as const)] : []),
    ...(clues.every(({ isSameName: hasName }) => hasName) ? (['name'] as const) : []),
  ]
}

/** Several transfers for one order: other open lines that name it or its learner and make up the rest. */
function severalLines(
  line: OpenLine,
  lines: readonly OpenLine[],
  known: readonly Clue[],
  namesAnOrder: (line: OpenLine) => boolean,
): Proposal[] {
  const payable = known.filter(({ order }) => order.missingHalalas > line.leftHalalas)
  const byAmount = Map.groupBy(payable.length > 0 ? lines : [], ({ leftHalalas }) => leftHalalas)
  return payable.flatMap(({ order, mention, isSameName: hasName }) => {
    const rest = order.missingHalalas - line.leftHalalas
    const other = byAmount.get(rest)?.find((one) => {
      if (one.id === line.id) return false
      const text = readLine(one)
      const found = mentionIn(text, order)
      return found === 'reference' || hasNameOf(text, order) || (found === 'nearReference' && !namesAnOrder(one))
    })
    if (!other) return []
    const reasons = [...(mention ? [mention] : []), ...(hasName ? (['name'] as const) : []), 'together'] as const
    return [proposalOf([line.id, other.id], [order.id], reasons)]
  })
}

/** All choices of two and three. */
function combinations<T>(items: readonly T[]): T[][] {
  const found: T[][] = []
  const extend = (chosen: T[], from: number) => {
    if (chosen.length >= 2) found.push(chosen)
    if (chosen.length === MAX_ORDERS_TOGETHER) return
    for (let index = from; index < items.length; index++) extend([...chosen, items[index]!], index + 1)
  }
  extend([], 0)
  return found
}
