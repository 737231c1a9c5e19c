/**
 * The only widths at which the layout changes: phones below 40rem, tablets below 64rem, small desktops below 80rem. Below
 * 13rem is a small phone whose reader has doubled the size of text.
 */
const BREAKPOINTS = ['13rem', '40rem', '64rem', '80rem']

/** Right-to-left breaks on physical directions: logical properties and values only. */
export default {
  plugins: ['stylelint-plugin-logical-css'],
  rules: {
    'logical-css/require-logical-properties': [
      true,
      { ignore: ['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'overflow-x', 'overflow-y'] },
    ],
    'logical-css/require-logical-keywords': true,
    'declaration-property-value-disallowed-list': {
      '/^(margin|padding|border-radius|inset)$/': [/^\S+\s+\S+\s+\S+\s+\S+$/],
      transform: [/translateX|translate\(/],
      '/^(justify|align|place)-(content|items|self)$/': [/\b(left|right)\b/],
    },
    'declaration-no-important': true,
    'media-feature-range-notation': 'context',
    'media-feature-name-value-allowed-list': { width: BREAKPOINTS },
  },
}
