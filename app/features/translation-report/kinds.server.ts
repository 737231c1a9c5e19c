/** The kinds of records with texts in both languages: how the report reads each, and who changes it. */
import type { Localized } from '../../../db/shapes.ts'
import type { Right } from '../../api/rights.ts'
import type { Services } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { valuesOf } from '../institute/settings.ts'
import { textsOfLesson } from '../lessons/lesson-texts.ts'
import { isMenuPlace, placeName } from '../menus/place-names.ts'
import { SITE_PAGES } from '../page-editing/site-pages.ts'
import { textsOfArticle } from '../translations/article-texts.ts'
import { textsOfCourse } from '../translations/course-texts.ts'
import { englishStates, type MadeFrom } from '../translations/english-state.ts'
import { textsOfPage, textsOfSeo } from '../translations/page-texts.ts'
import {
  textsOfBanner,
  textsOfBranch,
  textsOfMenu,
  textsOfQuestion,
  textsOfSettings,
  textsOfSpecialization,
  textsOfTrainer,
} from '../translations/small-texts.ts'
import type { TranslatedKind } from './contract.ts'
import {
  allOrganisations,
  allPages,
  allQuestionGroups,
  allQuestions,
  allSearchTexts,
  allSections,
  allSpecializations,
  allTags,
  allTrainers,
  countLessons,
  countOpen,
  openArticles,
  openBanners,
  openCourses,
  openLessons,
  theInstitute,
  type Wanted,
} from './queries.server.ts'

export type OpenRecord = {
  id: string
  name: Localized
  version: number | null
  texts: object
  madeFrom: MadeFrom
  /** No call changes it. */
  isFixed?: boolean
}

type Kind = {
  /** Of whoever changes such a record; null while no call does. */
  right: Right | null
  /** Those with open texts, in a fixed order, from this record on; at most `limit` where there may be many. */
  read: (services: Reading, from: string | undefined, wanted: Wanted, limit: number) => Promise<OpenRecord[]>
  /** Counted up to one more than the cap. */
  count: (services: Reading, wanted: Wanted) => Promise<number>
}
type Reading = Pick<Services, 'db' | 'now'>

/** Of which there are few: all are read. */
function few(right: Right | null, all: (db: Database, now: Date) => Promise<OpenRecord[]>): Kind {
  return {
    right,
    read: async ({ db, now }, from, wanted) => {
      const records = await all(db, now())
      const place = Math.max(
        records.findIndex(({ id }) => id === from),
        0,
      )
      return records.slice(place).filter((record) => isOpen(record, wanted))
    },
    count: async ({ db, now }, wanted) => (await all(db, now())).filter((record) => isOpen(record, wanted)).length,
  }
}

const isOpen = ({ texts, madeFrom }: OpenRecord, wanted: Wanted) =>
  englishStates(texts, madeFrom).some(({ state }) => wanted === 'any' || state === wanted)

const numberOf = (id: string | undefined) => Number(id) || 0
const known = { version: null, madeFrom: {} }

export const KINDS: Record<TranslatedKind, Kind> = {
  course: {
    right: 'courses.change',
    read: async ({ db }, from, wanted, limit) =>
      (await openCourses(db, numberOf(from), wanted, limit)).map((row) => ({
        ...{ id: String(row.id), name: row.name, version: row.version },
        ...{ texts: textsOfCourse(row), madeFrom: row.english_made_from },
      })),
    count: ({ db }, wanted) => countOpen(db, 'courses', wanted, COUNT_CAP + 1),
  },
  article: {
    right: 'articles.change',
    read: async ({ db }, from, wanted, limit) =>
      (await openArticles(db, numberOf(from), wanted, limit)).map((row) => ({
        ...{ id: String(row.id), name: row.title, version: row.version },
        ...{ texts: textsOfArticle(row), madeFrom: row.english_made_from },
      })),
    count: ({ db }, wanted) => countOpen(db, 'articles', wanted, COUNT_CAP + 1),
  },
  page: few('pages.change', async (db) =>
    (await allPages(db)).map((row) => ({
      ...{ id: row.code, name: row.title, version: row.version },
      ...{ texts: textsOfPage(row), madeFrom: row.english_made_from },
    })),
  ),
  seo: few('pages.change', async (db) => {
    const [all, pages] = await Promise.all([allSearchTexts(db), allPages(db)])
    const versions = new Map(pages.map(({ code, version }) => [code, version]))
    return all.map((row) => {
      // It is edited with the page that it is about, whose version counts.
      const site = SITE_PAGES.find(({ seo }) => seo === row.code)
      const version = site?.hasTexts ? (versions.get(site.code) ?? 1) : row.version
      return {
        ...{ id: site?.code ?? row.code, name: row.meta_title, version },
        ...{ texts: textsOfSeo(row), madeFrom: row.english_made_from },
      }
    })
  }),
  question: few('pages.change', async (db) =>
    (await allQuestions(db)).map((row) => ({
      ...{ id: String(row.id), name: row.question, version: row.version },
      ...{ texts: textsOfQuestion(row), madeFrom: row.english_made_from },
    })),
  ),
  questionGroup: few('pages.change', async (db) =>
    (await allQuestionGroups(db)).map(({ key, version, title, english_made_from: madeFrom }) => ({
      ...{ id: key, name: title, version, texts: { title }, madeFrom },
    })),
  ),
  organisation: few('pages.change', async (db) =>
    (await allOrganisations(db)).map(({ id, version, name, english_made_from: madeFrom }) => ({
      ...{ id: String(id), name, version, texts: { name }, madeFrom },
    })),
  ),
  lesson: {
    right: 'courses.change',
    read: async ({ db }, from, wanted, limit) =>
      (await openLessons(db, numberOf(from), wanted, limit)).map((row) => ({
        ...{ id: String(row.id), name: row.title, version: row.version },
        ...{ texts: textsOfLesson(row), madeFrom: row.english_made_from },
      })),
    count: ({ db }, wanted) => countLessons(db, wanted, COUNT_CAP + 1),
  },
  banner: few('pages.change', async (db, now) =>
    (await openBanners(db, now)).map((row) => ({
      ...{ id: String(row.id), name: row.text, version: row.version },
      ...{ texts: textsOfBanner(row), madeFrom: row.english_made_from },
    })),
  ),
  menu: few('pages.change', async (db) => {
    const row = await theInstitute(db)
    return Object.entries(row?.data.menus ?? {}).flatMap(([place, links]) =>
      row && isMenuPlace(place)
        ? {
            ...{ id: place, name: placeName(place), version: row.version },
            ...{ texts: textsOfMenu(links ?? []), madeFrom: row.menus_made_from },
          }
        : [],
    )
  }),
  branch: few('pages.change', async (db) => {
    const row = await theInstitute(db)
    return (row?.data.branches ?? []).map((branch) => ({
      ...{ id: branch.key, name: branch.name, version: row!.version },
      ...{ texts: textsOfBranch(branch), madeFrom: row!.branches_made_from },
    }))
  }),
  trainer: few('courses.change', async (db) =>
    (await allTrainers(db)).map((row) => ({
      ...{ id: String(row.id), name: row.name, version: row.version },
      ...{ texts: textsOfTrainer(row), madeFrom: row.english_made_from },
    })),
  ),
  specialization: few('courses.change', async (db) =>
    (await allSpecializations(db)).map((row) => ({
      ...{ id: String(row.id), name: row.name, version: row.version, isFixed: row.parent_id !== null },
      ...{ texts: textsOfSpecialization(row), madeFrom: row.english_made_from },
    })),
  ),
  tag: few(null, async (db) =>
    (await allTags(db)).map(({ key, name }) => ({ ...known, id: key, name, texts: { name } })),
  ),
  section: few(null, async (db) =>
    (await allSections(db)).map(({ id, ...texts }) => ({ ...known, id: String(id), name: texts.name, texts })),
  ),
  institute: few('institute.change', async (db) => settings(db, ({ mailNotes: _, ...texts }) => texts)),
  mailNote: few('institute.change', async (db) => settings(db, ({ mailNotes }) => ({ mailNotes }))),
}

type Texts = ReturnType<typeof textsOfSettings>

async function settings(db: Database, part: (texts: Texts) => object): Promise<OpenRecord[]> {
  const row = await theInstitute(db)
  if (!row) return []
  const { data, version, english_made_from: madeFrom } = row
  return [{ id: 'institute', name: data.name, version, texts: part(textsOfSettings(valuesOf(data))), madeFrom }]
}
