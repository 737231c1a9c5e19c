/** Whether response times reveal who has an account: known against unknown addresses in sign-in, sign-up and reset. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashPassword } from '../app/features/accounts/password.server.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { buildProduct, startProduct } from './product.ts'

const ADDRESSES = Number(process.env.ADDRESSES ?? 2000)
const WARM = 50
const MAX_DIFFERENCE_MS = 5

const address = { known: (n: number) => `known-${n}@example.com`, unknown: (n: number) => `other-${n}@example.com` }
type Kind = keyof typeof address

const PASSWORD = 'Sahara-7-dunes'
const FLOWS: [name: string, path: string, body: (email: string) => object][] = [
  ['sign-in with a wrong password', 'auth/login', (email) => ({ email, password: PASSWORD })],
  ['forgotten password', 'Auth/forgot-password', (email) => ({ email })],
  [
    'sign-up',
    'Auth/register',
    (email) => ({
      email,
      firstName: 'Sara',
      lastName: 'Ali',
      phone: '0501234567',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      acceptTerms: true,
    }),
  ],
]

/** False when the medians of a flow differ by more than five milliseconds, or its responses differ. */
export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const databaseUrl = await createTestDatabase(cluster, 'bench_enumeration')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  // Each request comes from another network, so that no rate limit is reached.
  process.env.TRUST_PROXY = '1'
  const product = await startProduct(databaseUrl, dataDir)
  try {
    await insertPeople(databaseUrl)
    console.log(
      `  ${''.padEnd(34)}${'known'.padStart(10)}${'unknown'.padStart(10)}${'apart'.padStart(10)}   (median, ms)`,
    )
    let good = true
    for (const [name, path, body] of FLOWS) {
      const { times, responses } = await ask(`${product.address}/api/${path}`, body)
      const [known, unknown] = [median(times.known), median(times.unknown)]
      const columns = [known, unknown, Math.abs(known - unknown)].map((time) => time.toFixed(2).padStart(10))
      console.log(`  ${name.padEnd(34)}${columns.join('')}`)
      if (responses.size > 1) console.log(`  ANSWERS DIFFER: ${[...responses].join(' | ')}`)
      good &&= responses.size === 1 && Math.abs(known - unknown) <= MAX_DIFFERENCE_MS
    }
    return good
  } finally {
    product.server.kill('SIGTERM')
    await once(product.server, 'exit')
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function insertPeople(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into users (email, password_hash, first_name, last_name, user_name, phone, terms_accepted_at)
     select 'known-' || n || '@example.com', $1, 'Sara', 'Ali', 'Sara Ali', '+966501234567', now()
     from generate_series(0, $2) n`,
    [await hashPassword('Another-7-words'), ADDRESSES + WARM],
  )
  await client.query('analyze users')
  await client.end()
}

/** Drawn at random for each request, known address or not: a UUID or a key, whose form must not tell the two apart. */
const TOKENS: [form: RegExp, name: string][] = [
  [/"requestToken":"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/, '"requestToken":"a UUID"'],
  [/"requestToken":"[\w-]{43}"/, '"requestToken":"a key"'],
]
const withoutToken = (text: string) => TOKENS.reduce((rest, [form, name]) => rest.replace(form, name), text)

let network = 0

/** Sends one request after the other, known and unknown alternately, in changing order. */
async function ask(url: string, body: (email: string) => object) {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  const responses = new Set<string>()
  for (let n = 0; n < ADDRESSES + WARM; n++) {
    for (const kind of (n % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']) as Kind[]) {
      network += 1
      const email = address[kind](n)
      const began = performance.now()
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.${network >> 8}.${network & 255}.7`,
        },
        body: JSON.stringify(body(email)),
      })
      const text = await answer.text()
      if (n >= WARM) times[kind].push(performance.now() - began)
      responses.add(`${answer.status} ${withoutToken(text.replace(email, '…'))}`)
    }
  }
  return { times, responses }
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}
