import styles from './Button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'field'
export type ButtonSize = 's' | 'm'

/** The look of a button for anything clickable: a button, a link, a menu trigger. */
export function buttonClass(kind: ButtonKind = 'primary', size: ButtonSize = 'm', wide = false, extra?: string) {
  return [styles.button, styles[kind], styles[size], wide && styles.wide, extra].filter(Boolean).join(' ')
}
