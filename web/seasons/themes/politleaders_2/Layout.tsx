import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** Everything faces the middle: the form is the rostrum; inside, the page rises in front of the hall. */
export const Layout = (slots: FrameSlots) => <Frame slots={slots} styles={styles} whole onField="top" />
