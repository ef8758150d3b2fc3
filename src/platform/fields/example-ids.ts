/** The id in examples. The demo data has a vendor, a group, a questionnaire and an observation with this id, so that the examples work unchanged. */
export const EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

/** Credentials of the demo that the examples rotate and revoke. */
export const EXAMPLE_CLIENT_ID = 'vrc_example';
export const REVOKE_EXAMPLE_CLIENT_ID = 'vrc_example-to-revoke';

/** Records that the examples offboard and delete; the other examples do not use them. */
export const OFFBOARD_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a11';
export const DELETE_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a12';

/** Questionnaires of the demo that the examples answer, submit and review. */
export const RECEIVED_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a13';
export const SUBMIT_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a14';
export const REVIEW_EXAMPLE_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a15';
