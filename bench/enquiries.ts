/** Bots send enquiries from hundreds of networks at the same time; the enquiries of all real users must be accepted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { startApiChild } from '../tests/support/processes/api-child.ts'

const SIZE = Number(process.env.SIZE ?? 20_000)
const ADDRESSES = 500
const PEOPLE = Math.max(50, SIZE / 50)
const CONCURRENCY = 24
/** Longer than the minimum time between opening and sending a form. */
const A_WHILE_MS = 3500
const AN_HOUR_FROM_A_NETWORK = 20
const A_DAY_TO_AN_ADDRESS = 8

type Kind =
  | 'fills the trap'
  | 'too fast'
  | 'made-up stamp'
  | 'repeats one press'
  | 'looks valid'
  | 'aims at one address'
const KINDS: Kind[] = [
  ...([
    'fills the trap',
    'too fast',
    'made-up stamp',
    'repeats one press',
    'looks valid',
    'aims at one address',
  ] as const),
]
/** None of these may be saved or mailed. */
const REFUSED = new Set<Kind>(['fills the trap', 'too fast', 'made-up stamp'])

type Robot = { kind: Kind; ip: string; domain: string; stamp: string }
type Answer = { status: number; code: string | undefined; milliseconds: number }

/** False when a user was refused, a bot's refused enquiry was stored, or a limit was exceeded. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  const databaseUrl = await createTestDatabase(cluster, 'bench_enquiries')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  const product = await startApiChild({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    MAAHAD_DEMO: '1',
  })
  try {
    const door = doorOf(product.address)
    const robots = await Promise.all(
      Array.from({ length: ADDRESSES }, async (_, n): Promise<Robot> => {
        const kind = KINDS[n % KINDS.length]!
        const ip = `10.${n >> 8}.${n & 255}.7`
        return { kind, ip, domain: `robot-${n}.example`, stamp: await door.stamp(ip) }
      }),
    )
    // Half of them share a network with bots that are recognised.
    const shared = robots.filter(({ kind }) => REFUSED.has(kind))
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, n) => {
        const ip = n % 2 === 0 ? shared[n % shared.length]!.ip : `172.${16 + (n >> 8)}.${n & 255}.9`
        return { n, ip, stamp: await door.stamp(ip) }
      }),
    )
    await sleep(A_WHILE_MS)

    const answers = new Map<string, Answer[]>()
    const note = (who: string, answer: Answer) => answers.set(who, [...(answers.get(who) ?? []), answer])
    const visits = [
      ...Array.from({ length: SIZE }, (_, n) => async () => {
        const robot = mixedPace(robots)
        note(robot.kind, await press(door, robot, n))
      }),
      ...people.map(({ n, ip, stamp }) => async () => {
        note('people', await door.send(ip, { ...words(`person-${n}@people.example`), stamp, consent: 'on' }))
      }),
    ]
    const began = performance.now()
    await inParallel(shuffled(visits))
    const seconds = (performance.now() - began) / 1000

    const { told, saved, most, mostTo } = await traces(databaseUrl)
    console.log(`  ${SIZE} by robots from ${ADDRESSES} networks, ${PEOPLE} by people: ${seconds.toFixed(0)} s\n`)
    console.log(
      `  ${'who'.padEnd(24)}${['sent', 'refused', 'saved', 'mails'].map((name) => name.padStart(9)).join('')}`,
    )
    for (const who of [...KINDS, 'people']) {
      const all = answers.get(who) ?? []
      const refused = all.filter(({ status }) => status !== 201).length
      const columns = [all.length, refused, saved(who), told(who)].map((count) => String(count).padStart(9))
      console.log(`  ${who.padEnd(24)}${columns.join('')}`)
    }
    const times = (answers.get('people') ?? []).map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0)
    console.log(`\n  a person waits ${at(0.5)} ms (median), ${at(0.95)} ms (95 of 100)`)
    console.log(`  most from one network: ${most}; most mails to one address: ${mostTo}`)
    const through = (answers.get('people') ?? []).every(({ status }) => status === 201)
    const traceless = KINDS.filter((kind) => REFUSED.has(kind)).every((kind) => saved(kind) === 0 && told(kind) === 0)
    const failed = [...answers.values()].flat().filter(({ status }) => status >= 500).length
    if (failed > 0) console.log(`  FAILED: ${failed}`)
    const whole = saved('people') === PEOPLE && told('people') === PEOPLE
    return (
      through && whole && traceless && failed === 0 && most <= AN_HOUR_FROM_A_NETWORK && mostTo <= A_DAY_TO_AN_ADDRESS
    )
  } finally {
    await product.end('SIGTERM')
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function doorOf(address: string) {
  const from = (ip: string) => ({ 'X-Forwarded-For': ip, 'Content-Type': 'application/json' })
  return {
    stamp: async (ip: string) => {
      const answer = await fetch(`${address}/api/Enquiries/stamp?kind=contact`, { headers: from(ip) })
      return ((await answer.json()) as { data: { stamp: string } }).data.stamp
    },
    send: async (ip: string, body: object): Promise<Answer> => {
      const began = performance.now()
      const answer = await fetch(`${address}/api/Contact`, {
        method: 'POST',
        headers: from(ip),
        body: JSON.stringify(body),
      })
      const { error } = (await answer.json()) as { error?: { code: string } }
      return { status: answer.status, code: error?.code, milliseconds: performance.now() - began }
    },
  }
}

const words = (email: string) => ({
  name: 'سارة القحطاني',
  email,
  phone: '0551234567',
  subject: 1,
  message: 'متى تبدأ الدورة القادمة؟',
})

async function press(door: ReturnType<typeof doorOf>, { kind, ip, domain, stamp }: Robot, n: number): Promise<Answer> {
  const own = { ...words(`${n}@${domain}`), stamp, consent: 'on' }
  if (kind === 'fills the trap') return door.send(ip, { ...own, website: 'https://spam.example' })
  if (kind === 'too fast') return door.send(ip, { ...own, stamp: await door.stamp(ip) })
  if (kind === 'made-up stamp') return door.send(ip, { ...own, stamp: `${stamp.slice(0, -4)}AAAA` })
  if (kind === 'repeats one press') return door.send(ip, { ...own, email: `same@${domain}` })
  // As sent by the institute's apps, or by a bot that imitates them.
  if (kind === 'looks valid') return door.send(ip, words(`${n}@${domain}`))
  return door.send(ip, words('victim@victims.example'))
}

/** Some networks rarely, some very often. */
function mixedPace(robots: Robot[]): Robot {
  return robots[Math.floor(robots.length * Math.random() ** 3)]!
}

async function inParallel(visits: (() => Promise<void>)[]): Promise<void> {
  const waiting = visits.values()
  const walk = async () => {
    for (const visit of waiting) await visit()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, walk))
}

function shuffled<T>(all: T[]): T[] {
  return all
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}

/** The rows they left in the database, by the senders' addresses. */
async function traces(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: leads } = await client.query<{ email: string }>('select email from leads')
  const { rows: mails } = await client.query<{ email: string }>(
    `select recipient as email from messages where about like 'lead:%'`,
  )
  await client.end()
  const byAddress = Object.groupBy(mails, ({ email }) => email)
  const byNetwork = Object.groupBy(
    leads.filter(({ email }) => email.includes('@robot-')),
    ({ email }) => email.split('@')[1]!,
  )
  const largest = (groups: Partial<Record<string, unknown[]>>) =>
    Math.max(0, ...Object.values(groups).map((group) => group?.length ?? 0))
  const of = (rows: { email: string }[]) => (who: string) => rows.filter(({ email }) => whose(email) === who).length
  return { saved: of(leads), told: of(mails), most: largest(byNetwork), mostTo: largest(byAddress) }
}

function whose(email: string): string {
  if (email.endsWith('@people.example')) return 'people'
  if (email.endsWith('@victims.example')) return 'aims at one address'
  return KINDS[Number(/@robot-(\d+)/.exec(email)?.[1]) % KINDS.length]!
}
