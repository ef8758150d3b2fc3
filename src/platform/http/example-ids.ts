/** The id in examples. The demo has a vendor, a group, a questionnaire and an observation under it, so that an example works as it stands. */
export const EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

/** Of records that an example takes away; what the other examples are about stays. */
export const OFFBOARD_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a11';
export const DELETE_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a12';
