/** Signing in from one network that 200 people share, half of whom mistype once, while a bot tries passwords there. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashPassword } from '../app/features/accounts/password.server.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { buildProduct, startProduct } from './product.ts'

const PEOPLE = 200
/** Concurrent sign-ins of people. */
const AT_ONCE = 8
/** Concurrent attempts of the bot. */
const CONCURRENT_ATTEMPTS = 4
const NETWORK = '198.51.100.7'
const PASSWORD = 'Sahara-7-dunes'
const VICTIM = 'victim@example.com'

type Answer = { status: number; milliseconds: number; cookie: string }
type Bot = { attempts: number; evaluated: number; atVictim: number; stop: () => Promise<void> }

/** False when a correct password had to wait, or the bot's attempts at one account were not bounded. */
export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const databaseUrl = await createTestDatabase(cluster, 'bench_shared_network')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  process.env.TRUST_PROXY = '1'
  const product = await startProduct(databaseUrl, dataDir)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    await insertPeople(database)
    const url = `${product.address}/api/auth/login`
    console.log(
      `  ${''.padEnd(30)}${'let in'.padStart(8)}${'waited'.padStart(8)}${'median'.padStart(9)}${'slowest'.padStart(9)}`,
    )
    const bot = startBot(url)
    const devices = await signInAll('new browsers', url, [])
    await database.query("update rate_buckets set level = 1000 where key like 'sign-in:%'")
    const known = await signInAll('known browsers, bucket full', url, devices.cookies)
    await bot.stop()
    console.log(
      `  The bot tried ${bot.attempts} times; ${bot.evaluated} passwords were checked, ${bot.atVictim} of one account.`,
    )
    return devices.waited === 0 && known.waited === 0 && bot.atVictim <= 12
  } finally {
    await database.end()
    product.server.kill('SIGTERM')
    await once(product.server, 'exit')
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function insertPeople(database: pg.Client): Promise<void> {
  await database.query(
    `insert into users (email, password_hash, first_name, last_name, user_name, phone, terms_accepted_at)
     select coalesce('person-' || n || '@example.com', $3), $1, 'Sara', 'Ali', 'Sara Ali', '+966501234567', now()
     from (select generate_series(1, $2) union all select null) as people (n)`,
    [await hashPassword(PASSWORD), PEOPLE, VICTIM],
  )
}

async function signIn(url: string, email: string, password: string, cookie = ''): Promise<Answer> {
  const began = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': NETWORK,
      'X-Session': 'cookies',
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie ? { Cookie: cookie } : {}),
    },
    body: JSON.stringify({ email, password }),
  })
  await answer.text()
  const device = answer.headers.getSetCookie().find((one) => one.startsWith('device='))
  return {
    status: answer.status,
    milliseconds: performance.now() - began,
    cookie: device?.split(';')[0] ?? '',
  }
}

/** Every second person mistypes once; then all know their password. @param cookies of browsers that signed in before */
async function signInAll(name: string, url: string, cookies: string[]) {
  const times: number[] = []
  const got: string[] = []
  let waited = 0
  let next = 0
  const person = async () => {
    while (next < PEOPLE) {
      const n = next++
      const email = `person-${n + 1}@example.com`
      if (n % 2 === 0) await signIn(url, email, 'Sahara-7-dunse', cookies[n])
      const right = await signIn(url, email, PASSWORD, cookies[n])
      times.push(right.milliseconds)
      got[n] = right.cookie
      if (right.status !== 200) waited += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  times.sort((a, b) => a - b)
  const columns = [PEOPLE - waited, waited].map((count) => String(count).padStart(8))
  const [median, slowest] = [times[times.length / 2]!, times.at(-1)!].map((time) =>
    `${Math.round(time)} ms`.padStart(9),
  )
  console.log(`  ${name.padEnd(30)}${columns.join('')}${median}${slowest}`)
  return { cookies: got, waited }
}

/** Attempts without a pause, alternately at one account and at a list of addresses. */
function startBot(url: string): Bot {
  let isOver = false
  const bot: Bot = {
    attempts: 0,
    evaluated: 0,
    atVictim: 0,
    stop: async () => {
      isOver = true
      await Promise.all(loops)
    },
  }
  const attempt = async () => {
    while (!isOver) {
      const n = bot.attempts++
      const email = n % 2 === 0 ? VICTIM : `listed-${n}@example.com`
      const { status } = await signIn(url, email, `Guess-7-${n}`)
      if (status !== 401) continue
      bot.evaluated += 1
      if (email === VICTIM) bot.atVictim += 1
    }
  }
  const loops = Array.from({ length: CONCURRENT_ATTEMPTS }, attempt)
  return bot
}
