/** Generates a community of any size in bulk: rows, counts, trending scores and search terms, without triggers. */
import type pg from 'pg'
import { words } from './words.ts'

/** Words that only some posts contain, by the number of the post. */
export const RARE = 'زمردة'
/** Each is in three of ten posts, never both in the same. */
export const APART = ['مشرقيات', 'مغربيات'] as const
/** The author of one in ten posts, none with either word. */
export const BUSY_AUTHOR = 1
/** The category without posts with the second word. */
export const APART_CATEGORY = 5

const AUTHORS = 20_000
const BATCH = 20_000

export async function fill(
  pool: pg.Pool,
  posts: number,
  now: Date,
  texts = 30_000,
  print = console.log,
): Promise<void> {
  const client = await pool.connect()
  try {
    // In the replica role no triggers fire, neither ours nor those of foreign keys.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
      set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
    await fillCommunity(async (text, values) => (await client.query(text, values)).rows, posts, now, texts, print)
    await client.query('vacuum (analyze) posts, post_search, comments, post_words, authors, users')
  } finally {
    client.release(true)
  }
}

/** Sends a statement in a session in which no triggers fire. */
type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * @param posts number of posts; each has five comments on average, the post in the middle has fifty thousand
 * @param texts number of titles and paragraphs, from which posts are combined
 */
export async function fillCommunity(
  run: Run,
  posts: number,
  now: Date,
  texts = 30_000,
  print: (line: string) => void = () => undefined,
): Promise<void> {
  const step = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    print(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  const indexes = await dropIndexes(run)
  await step('people', () => people(run))
  await step('words and paragraphs', () => paragraphs(run, texts))
  await step('comments', () => comments(run, posts, texts, now))
  await step('posts', () => writePosts(run, posts, texts, now))
  for (const { name, definition } of indexes) await step(name, () => run(definition))
  await step('terms', () => terms(run, posts, texts))
  await run(`select setval(pg_get_serial_sequence('posts', 'id'), ${posts}),
    setval(pg_get_serial_sequence('comments', 'id'), (select max(id) from comments))`)
  await run('drop table bench_words, bench_paragraphs, bench_titles, bench_comment_counts')
}

/** The indexes that are not constraints; they are built after the rows are inserted. */
async function dropIndexes(run: Run) {
  const rows = await run<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('posts'::regclass, 'post_search'::regclass, 'comments'::regclass) and not indisunique`,
  )
  for (const { name } of rows) await run(`drop index ${name}`)
  return rows
}

async function people(run: Run) {
  await run(
    `insert into users (email, first_name, last_name, user_name, phone, terms_accepted_at)
     select 'm' || n || '@example.com', 'ن', 'ع', 'نورة العتيبي ' || n, '+9665' || n, now() from generate_series(1, $1::int) n`,
    [AUTHORS],
  )
  await run(`insert into authors (user_id) select id from users order by id`)
  await run(`insert into post_categories (key, name, summary, position)
    select 'c' || n, jsonb_build_object('ar', 'قسم ' || n), '{"ar": "عن القسم"}', n from generate_series(1, 6) n`)
}

/** Paragraphs of 10 to 66 words, and as many titles: a post has one title and three paragraphs. */
async function paragraphs(run: Run, count: number) {
  await run(
    // The result of search_vector, for all words in one statement.
    `create unlogged table bench_words as
     with own as materialized (
       select (place - 1)::int as rank, word, unnest(search_terms(word)) as term
       from unnest($1::text[]) with ordinality as t (word, place)
     ), found as (
       select rank, word, term from own
       union select rank, own.word, unnest(search_terms(other.word))
       from own join search_synonyms as one on one.word = own.term join search_synonyms as other using (sense)
     )
     select rank, word, array_agg(term) as terms from found group by rank, word`,
    [words()],
  )
  await run('create unique index on bench_words (rank)')
  await run('analyze bench_words')
  await makeTexts(run, 'bench_paragraphs', count, 'D', 10, 66)
  await makeTexts(run, 'bench_titles', count, 'A', 3, 8)
}

/** Word frequency falls with the rank (Zipf's law): a few words are everywhere, most are rare. */
async function makeTexts(run: Run, table: string, count: number, weight: string, least: number, most: number) {
  await run(`create unlogged table ${table} as
    with tokens as materialized (
      select n, place, floor(exp(random() * ln(${words().length})))::int - 1 as rank
      from generate_series(0, ${count - 1}) as n, generate_series(1, ${least} + (n * 7919) % ${most - least + 1}) as place
    )
    select n, text, terms
    from (select n, string_agg(word, ' ' order by place) as text from tokens join bench_words using (rank) group by n) as read
    join (select n, string_agg(format('''%s'':%s${weight}', term, place), ' ')::tsvector as terms
      from tokens join bench_words using (rank), unnest(bench_words.terms) as term group by n) as found using (n)`)
  await run(`alter table ${table} add primary key (n)`)
  await run(`analyze ${table}`)
}

/** The publication time of the n-th post: evenly distributed over three years. */
const published = (posts: number) =>
  `($1::timestamptz - (${posts} - n) * interval '1095 days' / ${posts} - interval '1 minute')`

async function comments(run: Run, posts: number, texts: number, now: Date) {
  const middle = Math.floor(posts / 2)
  const most = Math.min(50_000, posts)
  for (let from = 0; from < posts * 5; from += BATCH * 10)
    await run(
      `insert into comments (post_id, author_id, text, created_at)
       select n, author, (select left(text, 200) from bench_paragraphs where bench_paragraphs.n = made.paragraph),
         ${published(posts)} + ($1::timestamptz - ${published(posts)}) * power(random(), 3)
       from (
         select case when c <= ${most} then ${middle}
             when random() < 0.1 then 1 + (floor(exp(random() * ln(${posts})))::bigint * 7919 % ${posts})::int
             else 1 + floor(random() * ${posts})::int end as n,
           floor(exp(random() * ln(${AUTHORS})))::int as author, floor(random() * ${texts})::int as paragraph
         from generate_series(${from + 1}, ${Math.min(from + BATCH * 10, posts * 5)}) as c offset 0
       ) as made`,
      [now],
    )
  await run(
    `create unlogged table bench_comment_counts as
    select post_id as n, count(*)::int as comments,
      sum(exp(trending_score_of_event(created_at) - trending_score_of_event($1::timestamptz))) as score
    from comments group by post_id`.replace('$1', `'${now.toISOString()}'`),
  )
  await run('alter table bench_comment_counts add primary key (n); analyze bench_comment_counts')
}

async function writePosts(run: Run, posts: number, texts: number, now: Date) {
  const rare = Math.max(1, Math.floor(posts / 5))
  const own = [RARE, ...APART].map((word) => `when '${word}' then (select search_vector('${word}', 'D'))`).join(' ')
  for (let from = 0; from < posts; from += BATCH)
    await run(
      `with picked as materialized (
         select n, ${published(posts)} as publish_date,
           case when n % 10 = 9 then ${BUSY_AUTHOR} else 1 + floor(exp(random() * ln(${AUTHORS})))::int % ${AUTHORS} end as author,
           case when n % 10 = 4 then ${APART_CATEGORY} else 1 + floor(random() * 4)::int end as category,
           case when n % ${rare} = 0 then '${RARE}' when n % 10 < 3 then '${APART[0]}' when n % 10 between 5 and 7 then '${APART[1]}' else '' end as own,
           floor(random() * ${texts})::int as title, floor(random() * ${texts})::int as one, floor(random() * ${texts})::int as two,
           floor(random() * ${texts})::int as three
         from generate_series(${from + 1}, ${Math.min(from + BATCH, posts)}) as n
       ), written as materialized (
         select picked.n, picked.publish_date, author, category, title.text as title,
           one.text || ' ' || picked.own || E'\\n\\n' || two.text || E'\\n\\n' || three.text as content,
           title.terms || one.terms || case picked.own ${own} else '' end || two.terms || three.terms
             || post_marks(picked.n, author, category) as terms,
           coalesce(counts.comments, 0) as comments,
           trending_score_of_event($1::timestamptz) + ln(coalesce(counts.score, 0)
             + exp(trending_score_of_event(picked.publish_date) - trending_score_of_event($1::timestamptz))) as trending_score
         from picked join bench_titles as title on title.n = picked.title
         join bench_paragraphs as one on one.n = picked.one join bench_paragraphs as two on two.n = picked.two
         join bench_paragraphs as three on three.n = picked.three left join bench_comment_counts as counts on counts.n = picked.n
         order by picked.n
       ), searched as (
         insert into post_search (post_id, terms, publish_date, comments_count, trending_score)
         select n, terms, publish_date, comments, trending_score from written order by n
       )
       insert into posts (id, author_id, category_id, title, content, publish_date, created_at, comments_count, trending_score)
         overriding system value
       select n, author, category, left(title, 200), content, publish_date, publish_date, comments, trending_score from written order by n`,
      [now],
    )
}

async function terms(run: Run, posts: number, texts: number) {
  await run(
    `insert into post_words (word, posts)
     select word, least($1::int, 1 + sum(times) * $1::int / ${texts})::int from (
       select word, ndoc * 3 as times from ts_stat('select terms from bench_paragraphs')
       union all select word, ndoc from ts_stat('select terms from bench_titles')
       union all select lexeme, 9000 from unnest(search_vector('${APART.join(' ')}', 'D')) union all
       select lexeme, 0 from unnest(search_vector('${RARE}', 'D'))
     ) as known group by word`,
    [posts],
  )
}
