import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** Everything begins at one edge and goes straight down, so that it is found under a strong magnifier and by touch. */
export const Layout = (slots: FrameSlots) => <Frame slots={slots} styles={styles} onField="top" />
