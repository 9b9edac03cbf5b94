import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** A panel with air around it; inside, nothing but paper. */
export const Layout = (slots: FrameSlots) => <Frame slots={slots} styles={styles} />
