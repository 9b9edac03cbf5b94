import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** A blade: the field is cut on the slant, and so is the band of a page inside, half blue and half red. */
export const Layout = (slots: FrameSlots) => (
  <Frame
    slots={slots}
    styles={styles}
    onField="top"
    ground={
      <>
        <span className={styles.blue} />
        <span className={styles.red} />
      </>
    }
  />
)
