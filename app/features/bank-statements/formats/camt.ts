/** Statements as ISO 20022 CAMT.053. Names of elements are taken without their namespace, as versions differ in it. */
import { SaxesParser } from 'saxes'
import { dayIn, halalasOf } from '../amounts.ts'
import {
  BROKEN_LETTER,
  type Statement,
  type StatementError,
  type StatementLine,
  UnreadableStatement,
} from '../statement.ts'
import { type Balances, balanceDoubtOf } from './balance.ts'

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/** Deeper than any statement, so that a file cannot exhaust the stack. */
const MAX_DEPTH = 40

/** @throws UnreadableStatement for what is no well-formed XML with a statement */
export function readCamt(text: string): Statement {
  const statements = descendants(treeOf(text), 'Stmt')
  if (statements.length === 0) throw new UnreadableStatement()
  const lines: StatementLine[] = []
  const errors: StatementError[] = []
  let place = 0
  const balances: Balances[] = []
  for (const statement of statements) {
    let movedHalalas = 0
    for (const entry of statement.children.filter(({ name }) => name === 'Ntry')) {
      place++
      // Only booked entries: pending ones can still vanish.
      if (valueAt(entry, 'Sts', 'Cd') === 'PDNG' || valueAt(entry, 'Sts') === 'PDNG') continue
      for (const line of linesOf(entry, place)) {
        if ('problem' in line) errors.push(line)
        else {
          lines.push(line)
          movedHalalas += line.amountHalalas
        }
      }
    }
    const [openingHalalas, closingHalalas] = [balanceAt(statement, 'OPBD', 'PRCD'), balanceAt(statement, 'CLBD')]
    balances.push({ openingHalalas, closingHalalas, movedHalalas })
  }
  const account = at(statements[0]!, 'Acct', 'Id')
  // An entry that could not be read explains the difference itself.
  const balanceDoubt = errors.length === 0 ? balanceDoubtOf(balances) : null
  return {
    account: account ? valueAt(account, 'IBAN') || valueAt(account, 'Othr', 'Id') : '',
    ...{ lines, errors, balanceDoubt },
  }
}

/** The statement's balance of the first of these kinds that it has: `OPBD` opening, `PRCD` the day before's closing, `CLBD` closing. */
function balanceAt(statement: Element, ...kinds: string[]): number | undefined {
  const balances = statement.children.filter(({ name }) => name === 'Bal')
  const balance = kinds
    .map((kind) => balances.find((one) => valueAt(one, 'Tp', 'CdOrPrtry', 'Cd') === kind))
    .find((one) => one !== undefined)
  const amount = balance && at(balance, 'Amt')
  const halalas = amount?.attributes.Ccy === 'SAR' ? halalasOf(amount.text) : undefined
  return halalas !== undefined && balance && valueAt(balance, 'CdtDbtInd') === 'DBIT' ? -halalas : halalas
}

/** An entry can sum up several transactions: each is a line of its own when the file gives their amounts. */
function linesOf(entry: Element, place: number): (StatementLine | StatementError)[] {
  const transactions = descendants(entry, 'TxDtls')
  const amountOf = (part: Element) => at(part, 'Amt') ?? at(part, 'AmtDtls', 'TxAmt', 'Amt')
  const amounts = transactions.map((one) => halalasOf(amountOf(one)?.text ?? ''))
  // Parts that do not come to the entry are amounts of something else, such as before fees or in another currency.
  const sum = amounts.reduce<number>((all, amount) => all + (amount ?? Number.NaN), 0)
  const isSplit = transactions.length > 1 && sum === halalasOf(valueAt(entry, 'Amt'))
  const parts = isSplit ? transactions : [transactions[0]]
  return parts.map((part) => lineOf(entry, part, (isSplit && part && amountOf(part)) || at(entry, 'Amt'), place))
}

function lineOf(
  entry: Element,
  part: Element | undefined,
  amount: Element | undefined,
  place: number,
): StatementLine | StatementError {
  const raw = amount?.text.trim() ?? ''
  const currency = amount?.attributes.Ccy ?? 'SAR'
  if (currency !== 'SAR') return { place, problem: 'otherCurrency', text: `${raw} ${currency}` }
  const halalas = halalasOf(raw)
  // The indicator says the direction: with a sign beside it nobody knows.
  if (halalas === undefined || halalas < 0) return { place, problem: 'noAmount', text: raw }
  const date = valueAt(entry, 'BookgDt', 'Dt') || valueAt(entry, 'BookgDt', 'DtTm') || valueAt(entry, 'ValDt', 'Dt')
  const day = dayIn(date.slice(0, 10))
  if (day === undefined) return { place, problem: 'noDay', text: date }
  const direction = (part && valueAt(part, 'CdtDbtInd')) || valueAt(entry, 'CdtDbtInd')
  if (direction !== 'DBIT' && direction !== 'CRDT') return { place, problem: 'noDirection', text: raw }
  const isReversal = valueAt(entry, 'RvslInd') === 'true'
  // The indicator of a reversal already says which way the money went.
  const sign = direction === 'DBIT' && halalas !== 0 ? -1 : 1
  const about = part ?? entry
  const remittance = descendants(about, 'RmtInf').flatMap((one) => texts(one))
  const endToEnd = descendants(about, 'EndToEndId')[0]?.text.trim() ?? ''
  const description = [endToEnd === 'NOTPROVIDED' ? '' : endToEnd, ...remittance, valueAt(entry, 'AddtlNtryInf')]
  const debtor = descendants(about, 'Dbtr')[0]
  const account = descendants(about, 'DbtrAcct')[0]
  const words = [isReversal ? 'reversal' : '', ...description].join(' ').replace(/\s+/g, ' ').trim()
  const payerName = debtor ? (descendants(debtor, 'Nm')[0]?.text.trim() ?? '') : ''
  if (`${words}${payerName}`.includes(BROKEN_LETTER)) return { place, problem: 'brokenText', text: `${raw} ${words}` }
  return {
    ...{ place, day, amountHalalas: sign * halalas, description: words, payerName },
    // Not `NtryRef`: it counts the entries of one file, and another file counts anew.
    bankReference: descendants(about, 'AcctSvcrRef')[0]?.text.trim() || valueAt(entry, 'AcctSvcrRef'),
    payerAccount: account ? valueAt(account, 'Id', 'IBAN') || valueAt(account, 'Id', 'Othr', 'Id') : '',
  }
}

/** The parser knows no entities beyond XML's own and loads nothing; a document type is refused. */
function treeOf(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new UnreadableStatement(error.message)
  })
  parser.on('doctype', () => {
    throw new UnreadableStatement('a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw new UnreadableStatement('too deep')
    const element: Element = { name: name.replace(/^.*:/, ''), attributes: attributes as never, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const add = (more: string) => {
    open.at(-1)!.text += more
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(text).close()
  return root
}

const descendants = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)])

function at(element: Element, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  )
}

const valueAt = (element: Element, ...path: string[]) => at(element, ...path)?.text.trim() ?? ''

const texts = (element: Element): string[] =>
  element.children.length === 0 ? [element.text.trim()] : element.children.flatMap(texts)
