import { createPublicKey } from 'node:crypto';

/**
 * The key of `root-ca-production-amo`, from which addons.mozilla.org certifies each signature's own key. Only the key counts:
 * the certificate around it ended in 2025, and Firefox goes on with another one for the same key.
 * https://searchfox.org/mozilla-central/source/security/manager/ssl/addons-public.crt
 */
export const amoRootKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIICIDANBgkqhkiG9w0BAQEFAAOCAg0AMIICCAKCAgEAtLth11268Mt+vjD3in+Y
4KAEjHzDc+5iVgXnCYL5U3+IRyWy8zD7CFGrsyPRhKS3x3WesM0shTm+ADPg9ZsQ
FobmSdzAwCTn9wdUbOkKKx65fKqpTbTxqnqZ6TSXC6OybEqqhNzVJu9jIKiB0YE0
bKlLPuyyDxnu9utlPjf09Cz2FS3uK2dkQx6GmYWGO2vfuPZhziP4NmBQfvcmYxPl
3aZU9pAYAOD/HW+4uyNLSIuG9AdDesvTIS/gkWScsXRXtsAcpCV9eC7IXirDNWsx
42Tuekija1vFQCUy5KUcQprIk69PH5z8gypmnmdAbbLoInHYqXGaV64iBprGWyNd
qucrsI0hC3ZA1elGo6Np/tsLObl6z9+Nl+9VoloQv3ReXc9SyrYwXZlJMWkDDj/7
obVxCga2aNaLpw0UMdY+/kpEOARMIwd0hLa+1w1hjnDiJKCWVjwAnwSwtzyQgVo0
wMgZbndAuZ9wsva3oAAJziKiNbdehlNpWkYe3pSe4D0TYEIMC13mXBccOsL8ohHJ
gozhEOjzPFEI7YTrCpbMzIZSsL48jhg6M7ZKkgcv7/gLMezltkO65VXymqy9JkRG
XUjH6Mt804LTFQjNL4TZes3L3+RzTaKaBHYOcrl6NnIWdadSfqvOm9BuciUTHk9v
ojlWNhEN+7R66lFEZ3AsuLsCAQM=
-----END PUBLIC KEY-----`);
