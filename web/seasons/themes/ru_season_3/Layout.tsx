import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** The night comes from the right in a long curve; inside, it hangs over the page and ends in a drift. */
export const Layout = (slots: FrameSlots) => (
  <Frame
    slots={slots}
    styles={styles}
    onField="top"
    ground={
      <svg viewBox="0 0 1440 56" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0h1440v18c-210 46-420 42-660 12S330-4 0 40Z" fill="var(--field)" />
      </svg>
    }
  />
)
