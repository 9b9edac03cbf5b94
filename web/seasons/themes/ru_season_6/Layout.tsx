import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** Cobalt from edge to edge; everything to read or fill in is on it as one large sheet. */
export const Layout = (slots: FrameSlots) => <Frame slots={slots} styles={styles} whole onField="both" />
