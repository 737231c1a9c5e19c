/**
 * The field by which a form names the element that its address leads to. Where a proof is asked for first, the question
 * takes its place: a browser without scripts stays at the fragment of the form's address.
 */
export const PLACE_FIELD = 'formPlace'
