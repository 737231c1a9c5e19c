import { menus as ar } from '../../locales/ar/desk/menus.ts'
import { menus as en } from '../../locales/en/desk/menus.ts'
import { MENU_PLACES, type MenuPlace } from './places.ts'

/** What staff call each menu. */
export const placeName = (place: MenuPlace) => ({ ar: ar.places[place], en: en.places[place] })

export const isMenuPlace = (place: string): place is MenuPlace => MENU_PLACES.some((one) => one === place)
