import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** A sheet of drawing paper: the entrance has an arch cut into it, a page inside has the sheet's frame. */
export const Layout = (slots: FrameSlots) => (
  <Frame slots={slots} styles={styles} ground={<span className={styles.sheet} />} />
)
