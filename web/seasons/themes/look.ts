import type { ComponentType } from 'react'
import type { FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'

/** What a competition draws. Its colours are in its theme.css, which is always loaded. */
export type Look = {
  /** What its drawing shows, for organisers who choose it. */
  title: string
  /** How field, paper, header and content are placed, on login pages and on all others. */
  Layout: ComponentType<FrameSlots>
  /** An SVG that fills the field as its background, in the colours of the theme. */
  Background: ComponentType
  /** The sign and the name, in the text colour of their place. */
  Logo: ComponentType
}
