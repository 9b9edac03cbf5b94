import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** The field is a sun that has risen over the edge of the paper; inside, it stands in the corner of the page. */
export const Layout = (slots: FrameSlots) => (
  <Frame slots={slots} styles={styles} ground={<span className={styles.sun} />} />
)
