import type { ComponentType } from 'react'
import type { FrameSlots } from './frame/Frame.tsx'

/** What a competition draws beside its colours, which are in its theme.css and always loaded. */
export type Look = {
  /** How the field, the paper, the header and the content sit: one frame around the entrance and around a page inside. */
  Layout: ComponentType<FrameSlots>
  /** An SVG that fills the field from behind, drawn in the colours of the theme. */
  Background: ComponentType
  /** The sign and the name, in the colour of the text around them. */
  Logo: ComponentType
}
