/** Menus at the desk. */
import { isSame, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { type FieldErrors, Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { afterEdit } from '../translations/english-state.ts'
import { textsOfMenu } from '../translations/small-texts.ts'
import type { DeskMenu, MenuLink, menusEndpoints } from './contract.ts'
import { fieldIn, fieldLink, MENU_PAGES, MENU_PLACES, type MenuPlace, USUAL_MENUS } from './places.ts'
import { findMenus, lockMenus, type StoredMenus, saveMenus, topSpecializations } from './queries.server.ts'
import { pageName, shownMenus } from './shown-menus.ts'

type Calls = typeof menusEndpoints

const usual = (place: MenuPlace): MenuLink[] => USUAL_MENUS[place].map((to) => ({ to, label: null, hidden: false }))

const both = (to: string) => {
  const [ar, en] = [pageName(to, 'ar'), pageName(to, 'en')]
  return ar === undefined || en === undefined ? null : { ar, en }
}

function linksIn(menus: StoredMenus, place: MenuPlace): MenuLink[] {
  return (
    menus[place]?.map(({ to, label, hidden }) => ({
      ...{ to, label: label ? { ar: label.ar, en: label.en ?? '' } : null, hidden: hidden ?? false },
    })) ?? usual(place)
  )
}

async function menus({ db }: Context) {
  const [{ menus: stored, version }, fields] = await Promise.all([findMenus(db), topSpecializations(db)])
  const names = new Map(fields.map(({ key, name }) => [key, { ar: name.ar, en: name.en ?? name.ar }]))
  const nameOf = (to: string) => names.get(fieldIn(to) ?? '') ?? both(to)
  return {
    version,
    menus: MENU_PLACES.map(
      (place): DeskMenu => ({
        ...{ place, isUsual: stored[place] === undefined },
        links: linksIn(stored, place).map((link) => ({ ...link, name: nameOf(link.to) })),
      }),
    ),
    pages: MENU_PAGES.map((to) => ({ to, name: both(to)! })),
    specializations: [...names].map(([key, name]) => ({ to: fieldLink(key), name })),
  }
}

/** @throws Problem notFound without an institute; changedMeanwhile; validation at a link */
async function changeMenu(ctx: Context, { place, from, links }: Input<Calls['changeMenu']>) {
  const fields = await topSpecializations(ctx.db)
  if (links)
    refuseInvalid(
      place,
      links,
      fields.map(({ key }) => key),
    )
  await ctx.db.transaction().execute(async (tx) => {
    const stored = await lockMenus(tx)
    if (!stored) throw new Problem('notFound')
    const before = linksIn(stored.menus, place)
    if (!isSame(before, from)) throw new Problem('changedMeanwhile', { version: stored.version })
    const { [place]: _, ...others } = stored.menus
    const next = links ? { ...others, [place]: links.map(storedLink) } : others
    await saveMenus(tx, next, afterEdit(textsOf(stored.menus), textsOf(next), stored.madeFrom))
    const detail = links ? {} : { usual: true }
    await writeAudit(tx, ctx, {
      ...{ action: 'menu.change', reference: place, before: { links: before }, detail },
      after: { links: links ?? usual(place) },
    })
  })
  return {}
}

/** @throws Problem notFound without an institute, changedMeanwhile */
async function confirmMenuEnglish(ctx: Context, { place, version, paths }: Input<Calls['confirmMenuEnglish']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const stored = await lockMenus(tx)
    if (!stored) throw new Problem('notFound')
    refuseOtherVersion(stored, version)
    const texts = textsOf(stored.menus)
    const confirmed = paths.map((path) => `${place}.${path}`)
    await saveMenus(tx, stored.menus, afterEdit(texts, texts, stored.madeFrom, confirmed))
    await writeAudit(tx, ctx, { action: 'menu.confirm-english', reference: place, detail: { paths } })
  })
  return {}
}

const textsOf = (menus: StoredMenus) =>
  Object.fromEntries(Object.entries(menus).map(([place, links]) => [place, textsOfMenu(links ?? [])]))

/** Without what says nothing. */
const storedLink = ({ to, label, hidden }: MenuLink) => ({
  ...{ to, ...(label ? { label } : {}), ...(hidden ? { hidden } : {}) },
})

function refuseInvalid(place: MenuPlace, links: MenuLink[], keys: string[]): void {
  const errors: FieldErrors = {}
  links.forEach(({ to, label }, at) => {
    const key = fieldIn(to)
    if (key !== undefined && !keys.includes(key)) errors[`links.${at}.to`] = ['invalid']
    else if (key === undefined && !label && !both(to)) errors[`links.${at}.label`] = ['linkTextNeeded']
    if (links.findIndex((one) => one.to === to) < at) errors[`links.${at}.to`] = ['linkTwice']
  })
  // The header would have no way to the other pages.
  if (place === 'main' && links.every(({ hidden }) => hidden)) errors.links = ['oneLinkNeeded']
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
}

/** What visitors see of chosen menus. */
export async function menusFor({ db, lang }: Context, stored: StoredMenus) {
  return shownMenus(stored, await topSpecializations(db), lang)
}

export const menusOperations: Operations<Calls> = { menus, changeMenu, confirmMenuEnglish }
