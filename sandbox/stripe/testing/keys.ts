export const secretKey = 'sk_test_harness'
export const webhookSecret = 'whsec_harness'
