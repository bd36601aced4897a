/** Constants of the product. Times are milliseconds unless the name says otherwise. */

/** Version of the published call library whose surface `packages/call` follows. */
export const CALL_LIBRARY_VERSION = '0.80.0';

/** User name under which an assistant's participant joins a room. */
export const ASSISTANT_USER_NAME = 'Vapi Speaker';

/** The client's app message that says: subscribed, you may speak. */
export const PLAYABLE_MESSAGE = 'playable';
/** The server's plain app message that the client turns into `call-start`. */
export const LISTENING_MESSAGE = 'listening';

export const SPEECH_LEVEL_THRESHOLD = 0.01;
export const VOLUME_DIVISOR = 0.15;
export const SPEECH_END_SILENCE = 1_000;
export const THINKING_TO_IDLE = 3_000;
export const RESPONDING_TO_IDLE = 2_000;
export const VISUALIZER_TICK = 100;
export const VISUALIZER_BARS = 7;
export const AUDIO_LEVEL_INTERVAL_MIN = 100;
export const MOBILE_JOIN_DELAY = 1_000;

export const USER_DATA_MAX_CHARACTERS = 4_096;
export const USER_NAME_MAX_CHARACTERS = 200;
/** Serialised size cap of one app message (the published library's limit). */
export const APP_MESSAGE_MAX_CHARACTERS = 4_096 * 4;
/** Turns that the page of a call types or has said (`add-message`, `say`): sustained, and at once. */
export const TYPED_TURNS_PER_SECOND = 2;
export const TYPED_TURNS_BURST = 10;
/** What a call keeps of what was said in it, at most. */
export const CALL_LINES_MAX = 1_000;
export const CALL_LINES_MAX_BYTES = 200_000;
/** Of the JSON that everybody in a meeting shares, also after merging. */
export const SESSION_DATA_MAX_CHARACTERS = 102_400;
/** An SDP offer with audio, video and a data channel is well below this. */
export const SDP_MAX_CHARACTERS = 64 * 1024;

export const SCROLL_OFFSET_PX = 80;
export const THANK_YOU_VISIBLE = 20_000;
export const CAROUSEL_AUTOPLAY = 5_000;
export const SCHEDULING_WIDGET_HEIGHT_PX = 800;
export const DEMO_CALL_MINUTES = 30;
/** `source` of every row that the footer's form inserts into `subscriptions`. */
export const FOOTER_SOURCE = 'footer_contact_form';

/** Audio between media and conversation: mono, signed 16 bit. */
export const CONVERSATION_SAMPLE_RATE = 16_000;
