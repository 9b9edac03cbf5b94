import type { ComponentType } from 'react'

/** What a competition draws beside its colours, which are in its theme.css and always loaded. */
export type Look = {
  /** Fills the colour field from behind; give it to `ColourField` or `SplitScreen` as `backdrop`. */
  Backdrop: ComponentType
  /** Drawn in the colour of the text around it. */
  Logo: ComponentType
}
