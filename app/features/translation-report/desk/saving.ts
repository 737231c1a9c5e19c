/** How an English text of each kind of record is saved and confirmed: by the record's own calls. */
import type { PageRequest } from '../../../request-context.ts'
import { englishChange, type Typed } from '../../translations/english-change.ts'
import type { TranslatedKind } from '../contract.ts'

type Api = PageRequest['api']
type Saving = {
  /** The record's page, below the desk. */
  page: (id: string) => string
  save: (api: Api, id: string, typed: Typed) => Promise<unknown>
  /** Says that the English is right for the Arabic of this version of the record. */
  confirm: (api: Api, id: string, version: number, path: string) => Promise<unknown>
}

const settings: Saving = {
  page: () => 'settings',
  save: async (api, _, typed) => {
    const { version, values } = await api.institute.settings({})
    return api.institute.changeSettings({ version, changes: englishChange(values, version, typed) as object })
  },
  confirm: (api, _, version, path) => api.institute.confirmSettingsEnglish({ version, paths: [path] }),
}

const page: Saving = {
  page: (code) => `pages/${code}`,
  save: async (api, code, typed) => {
    const { version, values } = await api.pageEditing.editedPage({ code })
    const changes = englishChange(values, version, typed) as never
    return api.pageEditing.editPage({ code, version, changes })
  },
  confirm: (api, code, version, path) => api.pageEditing.confirmPageEnglish({ code, version, paths: [path] }),
}

/** A kind without an entry is only shown. */
export const SAVING: Partial<Record<TranslatedKind, Saving>> = {
  course: {
    page: (id) => `courses/${id}`,
    save: async (api, id, typed) => {
      const { version, values } = await api.courseEditing.editedCourse({ id: Number(id) })
      const changes = englishChange(values, version, typed) as object
      return api.courseEditing.editCourse({ id: Number(id), version, changes })
    },
    confirm: (api, id, version, path) => api.courseEditing.confirmEnglish({ id: Number(id), version, paths: [path] }),
  },
  article: {
    page: (id) => `articles/${id}`,
    save: async (api, id, typed) => {
      const { version, values } = await api.articleEditing.editedArticle({ id: Number(id) })
      const changes = englishChange(values, version, typed) as object
      return api.articleEditing.editArticle({ id: Number(id), version, changes })
    },
    confirm: (api, id, version, path) =>
      api.articleEditing.confirmArticleEnglish({ id: Number(id), version, paths: [path] }),
  },
  page,
  seo: page,
  question: {
    page: (id) => `questions/${id}`,
    save: async (api, id, typed) => {
      const one = await api.questionEditing.editedQuestion({ id: Number(id) })
      const changes = englishChange(one, one.version, typed) as object
      return api.questionEditing.changeQuestion({ id: Number(id), version: one.version, changes })
    },
    confirm: (api, id, version, path) =>
      api.questionEditing.confirmQuestionEnglish({ id: Number(id), version, paths: [path] }),
  },
  questionGroup: {
    page: (key) => `questions/groups/${key}`,
    save: async (api, key, typed) => {
      const one = (await api.questionEditing.questionGroups({})).find((group) => group.key === key)
      const version = one?.version ?? 1
      const changes = englishChange({ title: one?.title }, version, typed) as object
      return api.questionEditing.changeQuestionGroup({ key, version, changes })
    },
    confirm: (api, key, version, path) =>
      api.questionEditing.confirmQuestionGroupEnglish({ key, version, paths: [path] }),
  },
  organisation: {
    page: (id) => `partners/${id}`,
    save: async (api, id, typed) => {
      const one = (await api.organisations.organisations({})).find((row) => String(row.id) === id)
      const version = one?.version ?? 1
      const changes = englishChange({ name: one?.name }, version, typed) as object
      return api.organisations.changeOrganisation({ id: Number(id), version, changes })
    },
    confirm: (api, id, version, path) =>
      api.organisations.confirmOrganisationEnglish({ id: Number(id), version, paths: [path] }),
  },
  lesson: {
    page: (id) => `lessons/${id}`,
    save: async (api, id, typed) => {
      const { version, title, body, quiz, captions, ...one } = await api.lessons.deskLesson({ id: Number(id) })
      const fields = { title, body, quiz, captions }
      const changes = englishChange(fields, null, typed)
      const changed = Object.entries(fields).map(
        ([name, text]) => [name, (changes[name]?.to ?? text) as typeof text] as const,
      )
      const texts = changed.flatMap(([name, { ar, en }]) => [
        [`${name}.ar`, ar],
        [`${name}.en`, en],
      ])
      const { minutes, isFree, passPercent } = one
      const sent = { id: Number(id), version, minutes, isFree, passPercent, ...Object.fromEntries(texts) }
      return api.lessons.changeLesson(sent as never)
    },
    confirm: (api, id, version, path) => api.lessons.confirmLessonEnglish({ id: Number(id), version, paths: [path] }),
  },
  banner: {
    page: (id) => `banners/${id}`,
    save: async (api, id, typed) => {
      const { version, text, linkText } = await api.banners.banner({ id: Number(id) })
      const changes = englishChange({ text, linkText }, version, typed) as object
      return api.banners.changeBanner({ id: Number(id), version, changes })
    },
    confirm: (api, id, version, path) => api.banners.confirmBannerEnglish({ id: Number(id), version, paths: [path] }),
  },
  menu: {
    page: () => 'menus',
    save: async (api, place, typed) => {
      const { menus } = await api.menus.menus({})
      const links = menus.find((menu) => menu.place === place)?.links.map(({ name: _, ...link }) => link) ?? []
      const { links: change } = englishChange({ links }, null, typed)
      return api.menus.changeMenu({ place, from: links, links: change?.to } as never)
    },
    confirm: (api, place, version, path) =>
      api.menus.confirmMenuEnglish({ place: place as 'main', version, paths: [path] }),
  },
  branch: {
    page: (key) => `branches/${key}`,
    save: async (api, key, typed) => {
      const { version, branches } = await api.branches.branches({})
      const { name, address, hours } = branches.find((branch) => branch.key === key) ?? {}
      const changes = englishChange({ name, address, hours }, version, typed) as object
      return api.branches.changeBranch({ key, version, changes })
    },
    confirm: (api, key, version, path) => api.branches.confirmBranchEnglish({ key, version, paths: [path] }),
  },
  trainer: {
    page: (id) => `trainers/${id}`,
    save: async (api, id, typed) => {
      const one = (await api.trainers.trainers({})).find((trainer) => String(trainer.id) === id)
      const version = one?.version ?? 1
      const changes = englishChange(one ?? {}, version, typed) as object
      return api.trainers.changeTrainer({ id: Number(id), version, changes })
    },
    confirm: (api, id, version, path) => api.trainers.confirmTrainerEnglish({ id: Number(id), version, paths: [path] }),
  },
  specialization: {
    page: (id) => `specializations/${id}`,
    save: async (api, id, typed) => {
      const one = (await api.specializations.specializations({})).find((row) => String(row.id) === id)
      const version = one?.version ?? 1
      const changes = englishChange(one ?? {}, version, typed) as object
      return api.specializations.changeSpecialization({ id: Number(id), version, changes })
    },
    confirm: (api, id, version, path) =>
      api.specializations.confirmSpecializationEnglish({ id: Number(id), version, paths: [path] }),
  },
  institute: settings,
  mailNote: settings,
}
