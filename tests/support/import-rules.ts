/** The import rules of ARCHITECTURE. Pure functions of paths and imports, so that tests can show that each rule fails. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** `lazy`: by `import()`, when it is needed. */
export type Import = { from: string; to: string; typeOnly: boolean; lazy?: boolean }

type Layer =
  | 'contract'
  | 'operations'
  | 'queries'
  | 'component'
  | 'rule'
  | 'api'
  | 'http'
  | 'page-facts'
  | 'ui'
  | 'html'
  | 'locales'
  | 'adapter'
  | 'port'
  | 'shell'
  | 'desk'
  | 'desk-page'
  | 'platform'
  | 'constants'
  | 'links'
  | 'request-context'
  | 'db'
  | 'root'

/** Numbers, lists, rights and rules of texts that every layer shares; they import nothing of ours. */
const CONSTANTS = [
  ...[
    'durations',
    'count-cap',
    'days',
    'byte-sizes',
    'markdown/bare-addresses',
    'markdown/embeds',
    'instalment-companies',
    'page-address',
  ].map((name) => `app/platform/${name}.ts`),
  'app/api/rights.ts',
]

/** What begins the desk, in the server and in a browser; what belongs to it by its address. */
const DESK_ROOT = /^app\/desk\/(?:entry\.|root\.|routes\.|desk-path|[\w-]+\.config)/

/** The layer that a file belongs to, by its path from the project's root. */
export function layerOf(path: string): Layer {
  if (path.startsWith('db/')) return 'db'
  if (path.startsWith('app/ui/')) return 'ui'
  if (path.startsWith('app/html/')) return 'html'
  if (path.startsWith('app/locales/')) return 'locales'
  if (path.startsWith('app/shell/')) return 'shell'
  if (path.startsWith('app/desk/')) return DESK_ROOT.test(path) ? 'root' : 'desk'
  if (/^app\/features\/[^/]+\/desk\//.test(path)) return 'desk-page'
  if (CONSTANTS.includes(path)) return 'constants'
  if (path.startsWith('app/platform/')) return 'platform'
  if (path.startsWith('app/adapters/')) return path.endsWith('/port.ts') ? 'port' : 'adapter'
  if (path.startsWith('app/api/')) return 'api'
  if (path.startsWith('app/http/')) return 'http'
  if (path === 'app/links.ts') return 'links'
  if (path === 'app/request-context.ts') return 'request-context'
  if (!path.startsWith('app/features/')) return 'root'
  if (/[/-]contract\.ts$/.test(path)) return 'contract'
  if (path.endsWith('/http.ts')) return 'page-facts'
  if (/queries[^/]*\.server\.ts$/.test(path)) return 'queries'
  if (/\.server\.tsx?$/.test(path)) return 'operations'
  return /\.tsx$|\.client\.|\/use-[^/]+$/.test(path) ? 'component' : 'rule'
}

const featureOf = (path: string) => /^app\/features\/([^/]+)\//.exec(path)?.[1]
const adapterOf = (path: string) => /^app\/adapters\/([^/]+)\//.exec(path)?.[1]

/** Why an import is not allowed; undefined when it is. */
export function broken({ from, to, typeOnly }: Import): string | undefined {
  const [source, target] = [layerOf(from), layerOf(to)]
  const sameFeature = featureOf(from) !== undefined && featureOf(from) === featureOf(to)
  const allowed = ALLOWED[source]
  if (allowed === 'anything' || target === 'constants') return undefined
  if (allowed({ from, to, target, sameFeature, typeOnly })) return undefined
  return `${from} (${source}) may not import ${to} (${target}${typeOnly ? ', types' : ''})`
}

type Question = { from: string; to: string; target: Layer; sameFeature: boolean; typeOnly: boolean }
type Rule = 'anything' | ((question: Question) => boolean)

const among =
  (...layers: Layer[]) =>
  ({ target }: Question) =>
    layers.includes(target)

/** The browser's API client; it does not depend on zod. */
const BROWSER_API = 'app/api/http-api.ts'

/** A list of names without drawings: content is checked against it. */
const ICON_NAMES = 'app/ui/icons/icon-names.ts'

/** What the frame of the desk and its pages may import besides each other. */
const deskImports: Rule = (question) =>
  among('ui', 'locales', 'links', 'request-context', 'component', 'rule', 'shell')(question) ||
  (among('contract', 'api')(question) && question.typeOnly) ||
  // Pages make the edits that operations apply, by the same rule.
  question.to === 'app/api/edits.ts'

/** For output without style sheets, such as mails. */
const BRAND_COLOURS = 'app/ui/brand-colours.ts'

/** Contracts depend on zod: components import only their types. The head of a page is written by the shell. */
const component: Rule = (question) =>
  among('ui', 'locales', 'links', 'request-context')(question) ||
  (question.target === 'contract' && question.typeOnly) ||
  (question.target === 'api' && question.typeOnly) ||
  (question.sameFeature && among('component', 'rule')(question)) ||
  among('rule')(question) ||
  (question.target === 'component' && !question.to.endsWith('-page.tsx')) ||
  // Every page describes itself to browsers and search engines in the same way.
  question.to === 'app/shell/meta.ts' ||
  question.to === 'app/api/form-rows.ts' ||
  question.to === 'app/api/edits.ts' ||
  question.to === BROWSER_API

/**
 * The only modules of platform that adapters import besides types: the download header, which the server and S3 must
 * format identically, the queue, since the sandbox simulates a payment provider inside our own process, and DER, in which
 * the simulated tax authority writes certificates.
 */
const USED_BY_ADAPTERS = ['app/platform/content-disposition.ts', 'app/platform/jobs.server.ts', 'app/platform/der.ts']

/** The features that use queries of another feature, and why. The structure test checks that every pair is needed. */
export const SHARED_QUERIES: Record<string, { by: readonly string[]; because: string }> = {
  accounts: {
    by: ['passkeys', 'profile', 'proof', 'social-sign-in', 'two-factor'],
    because: 'they check the password or the ways to sign in, in their own transaction',
  },
  audit: {
    by: [
      'article-editing',
      'attendance',
      'bank-statements',
      'banners',
      'branches',
      'certificates',
      'chargebacks',
      'checkout',
      'closing',
      'companies',
      'content',
      'coupons',
      'course-editing',
      'dead-links',
      'desk',
      'e-invoicing',
      'institute',
      'invoices',
      'leads',
      'learner-messages',
      'learners',
      'lessons',
      'materials',
      'media',
      'menus',
      'moderation',
      'order-parts',
      'orders',
      'organisations',
      'page-editing',
      'payment-plans',
      'payments',
      'payouts',
      'pictures',
      'purchase-payments',
      'quotes',
      'refunds',
      'reviews',
      'revisions',
      'runs',
      'search-misses',
      'questions',
      'specializations',
      'staff',
      'trainers',
      'transfers',
    ],
    because: 'what staff did is written down in the transaction in which they did it',
  },
  authors: {
    by: ['blog', 'comments', 'community', 'moderation', 'notifications'],
    because: 'one piece of SQL says what readers see of an author',
  },
  checkout: {
    by: ['quotes', 'runs'],
    because: 'a person without an account who gets a seat by others is made one like a person whom staff enrol',
  },
  companies: { by: ['quotes'], because: 'a quote goes to a contact of a company' },
  invoices: { by: ['quotes'], because: 'the documents of a purchase are issued and read with its money' },
  ledger: {
    by: ['chargebacks', 'order-parts', 'refunds'],
    because: 'a refund is asked for, decided and booked in the same rows',
  },
  notifications: {
    by: ['comments'],
    because:
      'one statement says what of a post or an article is the visitor’s own: comments, and whether it is followed',
  },
  orders: {
    by: [
      ...[
        'chargebacks',
        'checkout',
        'e-invoicing',
        'invoices',
        'ledger',
        'order-parts',
        'payments',
        'purchase-payments',
        'quotes',
      ],
      ...['refunds', 'runs', 'transfers'],
    ],
    because: 'they are the steps of one order and change it in one transaction',
  },
  payments: { by: ['purchase-payments'], because: 'money that a company does not owe waits beside that of nobody' },
  pictures: { by: ['media'], because: 'a picture is found, locked and replaced in the rows of the library' },
  quotes: { by: ['purchase-payments'], because: 'a card payment is booked in the transaction that may open the seats' },
  revisions: { by: ['course-editing'], because: 'a change and its revision are written in one transaction' },
  search: { by: ['questions'], because: 'the questions and answers are searched with the same SQL' },
  'second-factors': { by: ['proof', 'two-factor'], because: 'they ask which factors an account has' },
  sessions: {
    by: [
      'accounts',
      'learners',
      'password-reset',
      'profile',
      'proof',
      'second-factors',
      'social-sign-in',
      'staff',
      'webauthn',
    ],
    because: 'a session is opened with the same columns of an account, and a new password ends the other sessions',
  },
  transfers: {
    by: ['bank-statements', 'checkout'],
    because: 'an order that is paid by transfer is opened and locked with it',
  },
  uploads: { by: ['community'], because: 'a post is read with its attachments in one statement' },
  webauthn: { by: ['passkeys', 'proof'], because: 'they use the passkeys that the ceremony keeps' },
}

function mayQuery({ from, to, sameFeature }: Question): boolean {
  return sameFeature || (SHARED_QUERIES[featureOf(to)!]?.by ?? []).includes(featureOf(from)!)
}

const ALLOWED: Record<Layer, Rule> = {
  root: 'anything',
  component,
  db: among('db'),
  constants: () => false,
  links: among('locales'),
  'request-context': ({ target, typeOnly }) => target === 'locales' || (target === 'api' && typeOnly),
  locales: ({ target, to, typeOnly }) => target === 'locales' || (typeOnly && to === 'app/api/problem.ts'),
  html: among('html', 'locales'),
  ui: (question) => among('ui', 'locales')(question) || (question.target === 'request-context' && question.typeOnly),
  // The frame of the desk, and its pages in the features: as the shell and its pages. No page of the site imports them.
  desk: (question) => question.target === 'desk' || deskImports(question),
  'desk-page': (question) =>
    question.target === 'desk' || (question.target === 'desk-page' && question.sameFeature) || deskImports(question),
  shell: (question) =>
    among('shell', 'ui', 'locales', 'links', 'request-context', 'component')(question) ||
    (among('contract', 'api')(question) && question.typeOnly) ||
    question.to === BROWSER_API,
  contract: (question) =>
    (question.target === 'api' && /\/(endpoint|fields|registration-fields|problem)\.ts$/.test(question.to)) ||
    among('contract', 'locales')(question) ||
    (question.sameFeature && question.target === 'rule'),
  // All addresses come from one file, which must be pure too.
  rule: (question) =>
    among('locales', 'links', 'html')(question) ||
    (question.sameFeature && question.target === 'rule') ||
    question.target === 'rule' ||
    question.to === ICON_NAMES ||
    question.to === BRAND_COLOURS ||
    (question.typeOnly && among('contract', 'db', 'api', 'port', 'request-context')(question)) ||
    // Problems, edits and the names of list rows in forms are the same on server and client.
    (question.target === 'api' && /\/(problem|edits|form-rows)\.ts$/.test(question.to)),
  operations: (question) =>
    among('contract', 'api', 'locales', 'links', 'platform', 'port', 'rule', 'operations', 'db', 'html')(question) ||
    question.to === BRAND_COLOURS ||
    (question.target === 'queries' && mayQuery(question)),
  queries: (question) =>
    among('db')(question) ||
    (question.typeOnly && question.to === 'app/api/edits.ts') ||
    (question.target === 'platform' && question.typeOnly) ||
    (question.sameFeature && question.target === 'rule') ||
    (question.typeOnly && among('contract', 'rule')(question)) ||
    (question.target === 'queries' && mayQuery(question)),
  adapter: (question) =>
    (among('adapter', 'port')(question) && adapterOf(question.from) === adapterOf(question.to)) ||
    among('links', 'locales', 'db', 'html')(question) ||
    (question.target === 'platform' && (question.typeOnly || USED_BY_ADAPTERS.includes(question.to))),
  port: (question) => among('locales')(question) && question.typeOnly,
  platform: (question) =>
    among('platform', 'db', 'html')(question) ||
    (question.typeOnly && among('port', 'locales', 'api')(question)) ||
    (question.target === 'api' && question.to.endsWith('/problem.ts')) ||
    // Prose keeps the sign of a Latin name by the same rule as every other text, and its blocks the direction that the
    // editor shows.
    ['app/locales/keep-signs.ts', 'app/locales/block-direction.ts'].includes(question.to),
  api: (question) => among('api', 'contract', 'locales')(question) || question.target === 'platform',
  // A feature's page facts, for the HTTP layer.
  'page-facts': (question) =>
    question.target === 'contract' ||
    (question.typeOnly && among('api', 'links')(question)) ||
    (question.sameFeature && question.target === 'rule'),
  // The HTTP layer calls operations, never queries, and renders no components.
  http: (question) =>
    among('http', 'api', 'platform', 'contract', 'locales', 'links', 'operations', 'rule', 'html')(question) ||
    question.to === BRAND_COLOURS ||
    (question.typeOnly && among('port', 'request-context', 'root')(question)),
}

/** Every relative import of the product's sources. */
export function importsOf(root: string): Import[] {
  const files = globSync('{app,db}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.flatMap((from) => importsIn(root, from))
}

function importsIn(root: string, from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8')
  const found: Import[] = []
  const statement =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?([^'"`;]*?)from\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"](\.[^'"]+)['"]/g
  for (const [, type, names, named, dynamic, bare] of text.matchAll(statement)) {
    const target = relative(root, resolve(root, dirname(from), (named ?? dynamic ?? bare)!))
    if (!/\.tsx?$/.test(target)) continue
    found.push({ from, to: target, typeOnly: Boolean(type) || onlyTypes(names), lazy: Boolean(dynamic) })
  }
  return found
}

/** `import { type A, type B } from` is removed at run time. */
function onlyTypes(names: string | undefined): boolean {
  const inside = /^\{([\s\S]*)\}\s*$/.exec((names ?? '').trim())?.[1]
  if (inside === undefined) return false
  const parts = inside
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.length > 0 && parts.every((part) => part.startsWith('type '))
}

/** Exceptions for shared queries that are not needed. */
export function unusedShares(imports: Import[]): string[] {
  const used = new Set(
    imports
      .filter(({ to }) => layerOf(to) === 'queries')
      .map(({ from, to }) => `${featureOf(from)} of ${featureOf(to)}`),
  )
  return Object.entries(SHARED_QUERIES)
    .flatMap(([owner, { by }]) => by.map((feature) => `${feature} of ${owner}`))
    .filter((pair) => !used.has(pair))
}

/** The files that may contain SQL besides `*queries.server.ts`. */
const SQL_ELSEWHERE = [
  // Shared pieces of SQL.
  /^db\//,
  // The connection, the migrations' table, the queue's functions, locks and savepoints.
  /^app\/platform\/(?:jobs|database\/(?:database|transactions|migrations))\.server\.ts$/,
]

/** Whether a source outside the queries accesses the database directly. */
export function hasForeignSql(path: string, source: string): boolean {
  if (layerOf(path) === 'queries' || /queries\.server\.ts$/.test(path)) return false
  if (SQL_ELSEWHERE.some((place) => place.test(path))) return false
  return (
    /^import (?!type\b)[^'"]*from 'kysely'/m.test(source) ||
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(source)
  )
}

/** Style sheets that two places share. */
const SHARED_STYLES = [
  // The rows of passkeys look like those of sessions.
  'app/features/profile/guard-list.module.css',
]

/** The style sheets of other features that a source imports. */
export function foreignStyles(path: string, source: string): string[] {
  const home = featureOf(path)
  return [...source.matchAll(/ from '(\.[^']+\.css)'/g)]
    .map(([, name]) => join(dirname(path), name!))
    .filter((style) => featureOf(style) !== undefined && featureOf(style) !== home)
    .filter((style) => !SHARED_STYLES.includes(style))
}

/** Circular dependencies of features at run time; each sorted. */
export function featureCircles(imports: Import[]): string[][] {
  const edges = imports
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ from, to }) => [featureOf(from), featureOf(to)] as const)
    .filter((edge): edge is readonly [string, string] => edge[0] !== undefined && edge[1] !== undefined)
  return circles(edges)
}

/** Circular dependencies of files, without type imports and lazy imports. */
export function fileCircles(imports: Import[]): string[][] {
  return circles(imports.filter(({ typeOnly, lazy }) => !typeOnly && !lazy).map(({ from, to }) => [from, to] as const))
}

/** The strongly connected components with more than one member (Tarjan, 1972). */
function circles(edges: (readonly [string, string])[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    open.push(node)
    for (const next of targets.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const members = open.splice(open.indexOf(node))
    if (members.length > 1) found.push(members.sort())
  }
  for (const node of targets.keys()) if (!order.has(node)) visit(node)
  return found.sort()
}
